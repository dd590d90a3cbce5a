package net.portcullis.agent.bench;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.AgentFeatures;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Text;

/** Admission and presence alone are measured. */
final class NoFeatures implements AgentFeatures {
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
  public CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public void payloadFromServer(String server, byte[] payload) {}

  @Override
  public void payloadFromPlayer() {}

  @Override
  public List<AgentCommand> commands() {
    return List.of();
  }

  @Override
  public void switched(ProxyPlayer player, String server) {}

  @Override
  public void left(ProxyPlayer player) {}
}
