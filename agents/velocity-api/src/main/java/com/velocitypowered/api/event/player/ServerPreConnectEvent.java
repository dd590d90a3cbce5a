package com.velocitypowered.api.event.player;

import com.velocitypowered.api.event.ResultedEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.util.Optional;

public final class ServerPreConnectEvent
    implements ResultedEvent<ServerPreConnectEvent.ServerResult> {
  private final Player player;
  private final RegisteredServer originalServer;
  private ServerResult result;

  public ServerPreConnectEvent(Player player, RegisteredServer originalServer) {
    this.player = player;
    this.originalServer = originalServer;
    this.result = ServerResult.allowed(originalServer);
  }

  public Player getPlayer() {
    return player;
  }

  public RegisteredServer getOriginalServer() {
    return originalServer;
  }

  @Override
  public ServerResult getResult() {
    return result;
  }

  @Override
  public void setResult(ServerResult result) {
    this.result = result;
  }

  public static class ServerResult implements ResultedEvent.Result {
    private final Optional<RegisteredServer> server;

    private ServerResult(Optional<RegisteredServer> server) {
      this.server = server;
    }

    @Override
    public boolean isAllowed() {
      return server.isPresent();
    }

    public Optional<RegisteredServer> getServer() {
      return server;
    }

    public static ServerResult denied() {
      return new ServerResult(Optional.empty());
    }

    public static ServerResult allowed(RegisteredServer server) {
      return new ServerResult(Optional.of(server));
    }
  }
}
