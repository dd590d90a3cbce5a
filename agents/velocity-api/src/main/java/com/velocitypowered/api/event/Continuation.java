package com.velocitypowered.api.event;

public interface Continuation {
  void resume();
}
