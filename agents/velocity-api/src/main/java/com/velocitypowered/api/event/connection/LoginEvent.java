package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.event.ResultedEvent;
import com.velocitypowered.api.proxy.Player;

public final class LoginEvent implements ResultedEvent<ResultedEvent.ComponentResult> {
  private final Player player;
  private ComponentResult result = ComponentResult.allowed();

  public LoginEvent(Player player) {
    this.player = player;
  }

  public Player getPlayer() {
    return player;
  }

  @Override
  public ComponentResult getResult() {
    return result;
  }

  @Override
  public void setResult(ComponentResult result) {
    this.result = result;
  }
}
