package net.portcullis.agent.contract;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Stands in for an object of a proxy's API: has the methods that it is given, and fails on every
 * other. So a suite that passes has named all that the agent asks of the proxy.
 */
public final class Double implements InvocationHandler {
  private final String name;
  private final Map<String, Function<Object[], Object>> methods = new HashMap<>();

  public Double(String name) {
    this.name = name;
  }

  /** Every overload of a method. */
  public Double with(String method, Function<Object[], Object> answer) {
    methods.put(method, answer);
    return this;
  }

  /** As an object of this interface. */
  public <T> T as(Class<T> type, Class<?>... others) {
    Class<?>[] all = new Class<?>[others.length + 1];
    all[0] = type;
    System.arraycopy(others, 0, all, 1, others.length);
    return type.cast(Proxy.newProxyInstance(Double.class.getClassLoader(), all, this));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    Function<Object[], Object> answer = methods.get(method.getName());
    if (answer != null) return answer.apply(given);
    return switch (method.getName()) {
      case "equals" -> self == given[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> name;
      default -> {
        if (method.isDefault()) yield InvocationHandler.invokeDefault(self, method, given);
        throw new AssertionError(name + " was asked for " + method);
      }
    };
  }
}
