package net.portcullis.agent.velocity;

import com.velocitypowered.api.event.EventTask;
import com.velocitypowered.api.event.PostOrder;
import com.velocitypowered.api.event.ResultedEvent.ComponentResult;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.DisconnectEvent;
import com.velocitypowered.api.event.connection.LoginEvent;
import com.velocitypowered.api.event.connection.PostLoginEvent;
import com.velocitypowered.api.proxy.Player;
import java.util.Optional;
import net.kyori.adventure.text.Component;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.LoginQuestion;
import net.portcullis.agent.core.text.Text;

/** Who comes and who goes. */
final class LoginListener {
  private static final ComponentResult UNANSWERED =
      ComponentResult.denied(Component.text(LoginQuestion.FAILED));

  private final Agent agent;
  private final VelocityPlatform platform;

  LoginListener(Agent agent, VelocityPlatform platform) {
    this.agent = agent;
    this.platform = platform;
  }

  /** Late, so that nobody is asked for whom other plugins have refused. */
  @Subscribe(order = PostOrder.LATE, async = false)
  EventTask onLogin(LoginEvent event) {
    return EventTask.withContinuation(
        continuation -> {
          if (!event.getResult().isAllowed()) {
            continuation.resume();
            return;
          }
          Player player = event.getPlayer();
          // Velocity lets a player in whose handler fails: refused until the agent says otherwise.
          event.setResult(UNANSWERED);
          LoginQuestion.ask(
              platform.log(),
              () ->
                  agent.login(
                      player.getUniqueId(),
                      player.getUsername(),
                      VelocityAddress.of(player),
                      player),
              refusal -> {
                try {
                  event.setResult(resultOf(refusal, player));
                } finally {
                  continuation.resume();
                }
              });
        });
  }

  private static ComponentResult resultOf(Optional<Text> refusal, Player player) {
    int protocol = player.getProtocolVersion().getProtocol();
    return refusal
        .map(words -> ComponentResult.denied(VelocityText.component(words, protocol)))
        .orElseGet(ComponentResult::allowed);
  }

  @Subscribe(order = PostOrder.FIRST, async = false)
  void onJoin(PostLoginEvent event) {
    agent.joined(platform.of(event.getPlayer()), event.getPlayer());
  }

  /**
   * Also comes for a login that was refused, and for the second of two logins of one player: the
   * agent tells them apart by the connection.
   */
  @Subscribe(order = PostOrder.LAST, async = false)
  void onLeave(DisconnectEvent event) {
    agent.loginEnded(event.getPlayer());
    agent.left(platform.of(event.getPlayer()));
  }
}
