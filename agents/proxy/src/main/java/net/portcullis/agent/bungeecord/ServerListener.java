package net.portcullis.agent.bungeecord;

import java.util.Optional;
import net.md_5.bungee.api.ServerConnectRequest;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.chat.TextComponent;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.event.PostLoginEvent;
import net.md_5.bungee.api.event.ServerConnectEvent;
import net.md_5.bungee.api.event.ServerConnectEvent.Reason;
import net.md_5.bungee.api.event.ServerKickEvent;
import net.md_5.bungee.api.event.ServerSwitchEvent;
import net.md_5.bungee.api.plugin.Listener;
import net.md_5.bungee.event.EventHandler;
import net.md_5.bungee.event.EventPriority;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.text.Text;

/** Which server a player goes to, is on, and loses. Public, as its methods: see LoginListener. */
public final class ServerListener implements Listener {
  private final Agent agent;
  private final BungeePlatform platform;
  private final FallbackQueue queue;
  private final Attempts attempts = new Attempts();

  ServerListener(Agent agent, BungeePlatform platform) {
    this.agent = agent;
    this.platform = platform;
    this.queue = new FallbackQueue(platform);
  }

  /** Before the first server, which may already be away. */
  @EventHandler(priority = EventPriority.HIGHEST)
  public void onJoin(PostLoginEvent event) {
    queue.refill(event.getPlayer(), Optional.empty());
  }

  /** A player is about to be connected to a server, by whomever. */
  @EventHandler(priority = EventPriority.HIGH)
  public void onConnect(ServerConnectEvent event) {
    if (event.isCancelled()) return;
    ProxiedPlayer player = event.getPlayer();
    boolean decided =
        switch (event.getReason()) {
          case JOIN_PROXY -> first(event, player);
          case LOBBY_FALLBACK -> lost(event, player, attempts.lastOf(player));
          case SERVER_DOWN_REDIRECT -> isRetried(event) || lost(event, player, currentOf(player));
          case KICK_REDIRECT -> isRetried(event);
          default -> false;
        };
    if (!decided) decide(event, player);
    if (event.isCancelled()) return;
    attempts.to(player, event.getTarget().getName());
    if (isRedirect(event) && !isRetried(event)) retry(event, player);
  }

  private boolean first(ServerConnectEvent event, ProxiedPlayer player) {
    agent
        .features()
        .firstServer(platform.of(player))
        .flatMap(this::serverNamed)
        .ifPresent(event::setTarget);
    return false;
  }

  /** Answers whether the agent has decided what becomes of the player. */
  private boolean lost(ServerConnectEvent event, ProxiedPlayer player, Optional<String> server) {
    if (server.isEmpty()) return false;
    LossDecision decision =
        agent.features().lostServer(platform.of(player), server.get(), Optional.empty());
    if (decision instanceof LossDecision.Fallback fallback) {
      Optional<ServerInfo> target = serverNamed(fallback.server());
      target.ifPresent(event::setTarget);
      if (target.isPresent()) platform.arrivals().greet(player, fallback.message());
      return target.isPresent();
    }
    if (decision instanceof LossDecision.Disconnect end) {
      end(event, player, words(player, end.message()));
    } else if (!queue.isOwn(player, event.getTarget().getName())) {
      // Without the agent the proxy would have had no other server.
      String lostConnection = platform.proxy().getTranslation("lost_connection");
      end(event, player, TextComponent.fromLegacy(lostConnection));
    }
    return event.isCancelled();
  }

  private static void end(ServerConnectEvent event, ProxiedPlayer player, BaseComponent words) {
    player.disconnect(words);
    event.setCancelled(true);
  }

  private static boolean isRedirect(ServerConnectEvent event) {
    return event.getReason() == Reason.SERVER_DOWN_REDIRECT
        || event.getReason() == Reason.KICK_REDIRECT;
  }

  /** BungeeCord's own redirects are never retried, so such a one is ours, come round again. */
  private static boolean isRetried(ServerConnectEvent event) {
    return isRedirect(event) && event.getRequest() != null && event.getRequest().isRetry();
  }

  /** BungeeCord gives up when a fallback cannot be reached; once more, so that it asks again. */
  private static void retry(ServerConnectEvent event, ProxiedPlayer player) {
    event.setCancelled(true);
    player.connect(
        ServerConnectRequest.builder()
            .target(event.getTarget())
            .reason(event.getReason())
            .retry(true)
            .build());
  }

  private static Optional<String> currentOf(ProxiedPlayer player) {
    return Optional.ofNullable(player.getServer()).map(server -> server.getInfo().getName());
  }

  private void decide(ServerConnectEvent event, ProxiedPlayer player) {
    ConnectDecision decision =
        agent.features().beforeConnect(platform.of(player), event.getTarget().getName());
    if (decision instanceof ConnectDecision.Redirect redirect) {
      serverNamed(redirect.server()).ifPresent(event::setTarget);
    } else if (decision instanceof ConnectDecision.Refuse refusal) {
      refuse(player, refusal.message());
      event.setCancelled(true);
    }
  }

  /** BungeeCord keeps a player who is refused the first server connected to nothing. */
  private static void refuse(ProxiedPlayer player, Text message) {
    if (player.getServer() != null && player.getServer().isConnected()) {
      player.sendMessage(words(player, message));
    } else {
      player.disconnect(words(player, message));
    }
  }

  /** The player is on the server. */
  @EventHandler(priority = EventPriority.LOWEST)
  public void onSwitch(ServerSwitchEvent event) {
    ProxiedPlayer player = event.getPlayer();
    String server = player.getServer().getInfo().getName();
    attempts.to(player, server);
    queue.refill(player, Optional.of(server));
    agent.switched(platform.of(player), server);
    platform
        .arrivals()
        .arrived(player, server)
        .ifPresent(message -> player.sendMessage(words(player, message)));
  }

  /** The server has ended the connection with words. */
  @EventHandler(priority = EventPriority.HIGH)
  public void onKick(ServerKickEvent event) {
    ProxiedPlayer player = event.getPlayer();
    String server = event.getKickedFrom().getName();
    platform.arrivals().refused(player, server);
    // A server that did not take the player in, who is still on another: nothing is lost.
    if (event.getState() == ServerKickEvent.State.CONNECTING && player.getServer() != null) return;
    Optional<Text> reason = Optional.ofNullable(event.getReason()).map(BungeeText::text);
    LossDecision decision = agent.features().lostServer(platform.of(player), server, reason);
    if (decision instanceof LossDecision.Fallback fallback) {
      serverNamed(fallback.server()).ifPresent(target -> redirect(event, target, fallback));
    } else if (decision instanceof LossDecision.Disconnect end) {
      event.setCancelled(false);
      event.setReason(words(player, end.message()));
    }
  }

  private void redirect(ServerKickEvent event, ServerInfo target, LossDecision.Fallback fallback) {
    event.setCancelServer(target);
    event.setCancelled(true);
    platform.arrivals().greet(event.getPlayer(), fallback.message());
  }

  private Optional<ServerInfo> serverNamed(String name) {
    return Optional.ofNullable(platform.proxy().getServerInfo(name));
  }

  private static BaseComponent words(ProxiedPlayer player, Text text) {
    return BungeeText.component(text, player.getPendingConnection().getVersion());
  }
}
