package net.portcullis.agent.core;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** In place of an agent that could not be started: lets nobody in, and changes nothing else. */
final class ClosedAgent implements Agent, AgentFeatures {
  private static final Text REFUSAL =
      Markup.plain("This proxy cannot check logins. Its log says why.");

  @Override
  public CompletionStage<Optional<Text>> login(
      UUID uuid, String name, String address, Object connection) {
    return CompletableFuture.completedFuture(Optional.of(REFUSAL));
  }

  @Override
  public void loginEnded(Object connection) {}

  @Override
  public void joined(ProxyPlayer player, Object connection) {}

  @Override
  public void switched(ProxyPlayer player, String server) {}

  @Override
  public void left(ProxyPlayer player) {}

  @Override
  public AgentFeatures features() {
    return this;
  }

  @Override
  public CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    return player.connect(server);
  }

  @Override
  public void stop() {}

  @Override
  public Optional<String> firstServer(ProxyPlayer player) {
    return Optional.empty();
  }

  @Override
  public ConnectDecision beforeConnect(ProxyPlayer player, String server) {
    return new ConnectDecision.Proceed();
  }

  @Override
  public LossDecision lostServer(ProxyPlayer player, String server, Optional<Text> reason) {
    return new LossDecision.Proceed();
  }

  @Override
  public Optional<ListAnswer> serverList(int protocol) {
    return Optional.empty();
  }

  @Override
  public void payloadFromServer(String server, byte[] payload) {}

  @Override
  public void payloadFromPlayer() {}

  @Override
  public List<AgentCommand> commands() {
    return List.of();
  }
}
