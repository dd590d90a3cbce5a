package net.portcullis.agent.velocity;

import com.velocitypowered.api.event.PostOrder;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.player.KickedFromServerEvent;
import com.velocitypowered.api.event.player.KickedFromServerEvent.DisconnectPlayer;
import com.velocitypowered.api.event.player.KickedFromServerEvent.RedirectPlayer;
import com.velocitypowered.api.event.player.PlayerChooseInitialServerEvent;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.event.player.ServerPreConnectEvent;
import com.velocitypowered.api.event.player.ServerPreConnectEvent.ServerResult;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.TranslatableComponent;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.text.Text;

/** Which server a player goes to, is on, and loses. */
final class ServerListener {
  private static final String OWN_WORDS = "velocity.";

  private final Agent agent;
  private final VelocityPlatform platform;

  ServerListener(Agent agent, VelocityPlatform platform) {
    this.agent = agent;
    this.platform = platform;
  }

  @Subscribe(order = PostOrder.LATE, async = false)
  void onFirstServer(PlayerChooseInitialServerEvent event) {
    agent
        .features()
        .firstServer(platform.of(event.getPlayer()))
        .flatMap(platform.proxy()::getServer)
        .ifPresent(event::setInitialServer);
  }

  @Subscribe(order = PostOrder.LATE, async = false)
  void onConnect(ServerPreConnectEvent event) {
    // What another plugin made of it holds: a refusal, or another server.
    event.getResult().getServer().ifPresent(target -> decide(event, target));
  }

  private void decide(ServerPreConnectEvent event, RegisteredServer target) {
    Player player = event.getPlayer();
    ConnectDecision decision =
        agent.features().beforeConnect(platform.of(player), target.getServerInfo().getName());
    if (decision instanceof ConnectDecision.Redirect redirect) {
      platform
          .proxy()
          .getServer(redirect.server())
          .map(ServerResult::allowed)
          .ifPresent(event::setResult);
    } else if (decision instanceof ConnectDecision.Refuse refusal) {
      event.setResult(ServerResult.denied());
      tell(player, refusal.message());
    }
  }

  /** Velocity keeps a player who is refused the first server connected to nothing. */
  private void tell(Player player, Text message) {
    if (player.getCurrentServer().isPresent()) {
      player.sendMessage(words(player, message));
    } else {
      player.disconnect(words(player, message));
    }
  }

  @Subscribe(order = PostOrder.FIRST, async = false)
  void onSwitch(ServerPostConnectEvent event) {
    Player player = event.getPlayer();
    player
        .getCurrentServer()
        .ifPresent(server -> agent.switched(platform.of(player), server.getServerInfo().getName()));
  }

  @Subscribe(order = PostOrder.LATE, async = false)
  void onLoss(KickedFromServerEvent event) {
    // A server that did not take the player in, who is still on another: nothing is lost.
    if (event.kickedDuringServerConnect()) return;
    Player player = event.getPlayer();
    LossDecision decision =
        agent
            .features()
            .lostServer(
                platform.of(player),
                event.getServer().getServerInfo().getName(),
                event
                    .getServerKickReason()
                    .filter(ServerListener::isOfServer)
                    .map(VelocityText::text));
    if (decision instanceof LossDecision.Fallback fallback) {
      Component message = words(player, fallback.message());
      platform
          .proxy()
          .getServer(fallback.server())
          .map(server -> RedirectPlayer.create(server, message))
          .ifPresent(event::setResult);
    } else if (decision instanceof LossDecision.Disconnect end) {
      event.setResult(DisconnectPlayer.create(words(player, end.message())));
    }
  }

  /** Where a server has vanished, Velocity puts words of its own in place of a kick's. */
  private static boolean isOfServer(Component reason) {
    return !(reason instanceof TranslatableComponent words && words.key().startsWith(OWN_WORDS));
  }

  private static Component words(Player player, Text text) {
    return VelocityText.component(text, player.getProtocolVersion().getProtocol());
  }
}
