package com.velocitypowered.api.event;

import java.util.function.Consumer;

public interface EventTask {
  boolean requiresAsync();

  void execute(Continuation continuation);

  static EventTask withContinuation(Consumer<Continuation> task) {
    return new EventTask() {
      @Override
      public boolean requiresAsync() {
        return false;
      }

      @Override
      public void execute(Continuation continuation) {
        task.accept(continuation);
      }
    };
  }
}
