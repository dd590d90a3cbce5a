package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.util.Optional;

public class PlayerChooseInitialServerEvent {
  private final Player player;
  private Optional<RegisteredServer> initialServer;

  public PlayerChooseInitialServerEvent(Player player, RegisteredServer initialServer) {
    this.player = player;
    this.initialServer = Optional.ofNullable(initialServer);
  }

  public Player getPlayer() {
    return player;
  }

  public Optional<RegisteredServer> getInitialServer() {
    return initialServer;
  }

  public void setInitialServer(RegisteredServer server) {
    this.initialServer = Optional.ofNullable(server);
  }
}
