package com.velocitypowered.api.event.player;

import com.velocitypowered.api.event.ResultedEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.util.Optional;
import net.kyori.adventure.text.Component;

public final class KickedFromServerEvent
    implements ResultedEvent<KickedFromServerEvent.ServerKickResult> {
  private final Player player;
  private final RegisteredServer server;
  private final Optional<Component> reason;
  private final boolean duringServerConnect;
  private ServerKickResult result;

  public KickedFromServerEvent(
      Player player,
      RegisteredServer server,
      Component reason,
      boolean duringServerConnect,
      ServerKickResult result) {
    this.player = player;
    this.server = server;
    this.reason = Optional.ofNullable(reason);
    this.duringServerConnect = duringServerConnect;
    this.result = result;
  }

  public Player getPlayer() {
    return player;
  }

  public RegisteredServer getServer() {
    return server;
  }

  public Optional<Component> getServerKickReason() {
    return reason;
  }

  public boolean kickedDuringServerConnect() {
    return duringServerConnect;
  }

  @Override
  public ServerKickResult getResult() {
    return result;
  }

  @Override
  public void setResult(ServerKickResult result) {
    this.result = result;
  }

  public interface ServerKickResult extends ResultedEvent.Result {}

  public static final class DisconnectPlayer implements ServerKickResult {
    private final Component reason;

    private DisconnectPlayer(Component reason) {
      this.reason = reason;
    }

    @Override
    public boolean isAllowed() {
      return true;
    }

    public Component getReasonComponent() {
      return reason;
    }

    public static DisconnectPlayer create(Component reason) {
      return new DisconnectPlayer(reason);
    }
  }

  public static final class RedirectPlayer implements ServerKickResult {
    private final RegisteredServer server;
    private final Component message;

    private RedirectPlayer(RegisteredServer server, Component message) {
      this.server = server;
      this.message = message;
    }

    @Override
    public boolean isAllowed() {
      return false;
    }

    public RegisteredServer getServer() {
      return server;
    }

    public Component getMessageComponent() {
      return message;
    }

    public static RedirectPlayer create(RegisteredServer server, Component message) {
      return new RedirectPlayer(server, message);
    }
  }

  public static final class Notify implements ServerKickResult {
    private final Component message;

    private Notify(Component message) {
      this.message = message;
    }

    @Override
    public boolean isAllowed() {
      return false;
    }

    public Component getMessageComponent() {
      return message;
    }

    public static Notify create(Component message) {
      return new Notify(message);
    }
  }
}
