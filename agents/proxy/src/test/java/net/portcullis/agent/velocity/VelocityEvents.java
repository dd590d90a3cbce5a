package net.portcullis.agent.velocity;

import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.Subscribe;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Calls listeners in their order, one after the other, each after the one before is done. */
final class VelocityEvents implements EventManager {
  private final List<Handler> handlers = new ArrayList<>();

  private record Handler(Object listener, Method method, Subscribe terms) {}

  @Override
  public void register(Object plugin, Object listener) {
    for (Method method : listener.getClass().getDeclaredMethods()) {
      Subscribe terms = method.getAnnotation(Subscribe.class);
      if (terms == null) continue;
      method.setAccessible(true);
      handlers.add(new Handler(listener, method, terms));
    }
  }

  /** Runs `then` once every listener is through, at once or later. */
  void fire(Object event, Runnable then) {
    List<Handler> called =
        handlers.stream()
            .filter(handler -> handler.method().getParameterTypes()[0].isInstance(event))
            .sorted(Comparator.comparing(handler -> handler.terms().order()))
            .toList();
    call(called, event, then);
  }

  private static void call(List<Handler> handlers, Object event, Runnable then) {
    if (handlers.isEmpty()) {
      then.run();
      return;
    }
    Handler handler = handlers.get(0);
    List<Handler> rest = handlers.subList(1, handlers.size());
    try {
      Object task = handler.method().invoke(handler.listener(), event);
      if (task instanceof EventTask waits) {
        waits.execute(() -> call(rest, event, then));
        return;
      }
    } catch (InvocationTargetException failure) {
      // Velocity logs it and goes on: a login whose handler fails goes through.
    } catch (IllegalAccessException failure) {
      throw new AssertionError(failure);
    }
    call(rest, event, then);
  }
}
