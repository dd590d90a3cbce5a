package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;

public class ServerPostConnectEvent {
  private final Player player;

  public ServerPostConnectEvent(Player player, RegisteredServer previousServer) {
    this.player = player;
  }

  public Player getPlayer() {
    return player;
  }
}
