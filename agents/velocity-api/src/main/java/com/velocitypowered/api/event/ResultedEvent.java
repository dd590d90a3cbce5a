package com.velocitypowered.api.event;

import java.util.Optional;
import net.kyori.adventure.text.Component;

public interface ResultedEvent<R extends ResultedEvent.Result> {
  R getResult();

  void setResult(R result);

  interface Result {
    boolean isAllowed();
  }

  final class ComponentResult implements Result {
    private final Optional<Component> reason;
    private final boolean allowed;

    private ComponentResult(boolean allowed, Optional<Component> reason) {
      this.allowed = allowed;
      this.reason = reason;
    }

    @Override
    public boolean isAllowed() {
      return allowed;
    }

    public Optional<Component> getReasonComponent() {
      return reason;
    }

    public static ComponentResult allowed() {
      return new ComponentResult(true, Optional.empty());
    }

    public static ComponentResult denied(Component reason) {
      return new ComponentResult(false, Optional.of(reason));
    }
  }
}
