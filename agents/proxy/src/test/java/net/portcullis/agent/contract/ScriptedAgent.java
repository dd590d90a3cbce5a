package net.portcullis.agent.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.AgentFeatures;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** An agent that answers what a test tells it to, and notes what it was told. */
public final class ScriptedAgent implements Agent, AgentFeatures {
  /** What the next logins are answered; not complete until a test says so. */
  public CompletionStage<Optional<Text>> answer =
      CompletableFuture.completedFuture(Optional.empty());

  public boolean failsAtOnce;
  public Optional<String> first = Optional.empty();
  public final Map<String, ConnectDecision> connects = new HashMap<>();
  public LossDecision loss = new LossDecision.Proceed();
  public Optional<ListAnswer> list = Optional.empty();
  public List<AgentCommand> commands = List.of();

  public final List<String> heard = new ArrayList<>();
  public final List<Object> asked = new ArrayList<>();
  public final List<Object> ended = new ArrayList<>();
  public final List<Object> joinedBy = new ArrayList<>();
  public final List<ProxyPlayer> players = new ArrayList<>();

  @Override
  public CompletionStage<Optional<Text>> login(
      UUID uuid, String name, String address, Object connection) {
    heard.add("login " + name + " " + uuid + " " + address);
    asked.add(connection);
    if (failsAtOnce) throw new IllegalStateException("asked in vain");
    return answer;
  }

  @Override
  public void loginEnded(Object connection) {
    ended.add(connection);
  }

  @Override
  public void joined(ProxyPlayer player, Object connection) {
    heard.add("join " + player.name());
    joinedBy.add(connection);
    players.add(player);
  }

  @Override
  public void switched(ProxyPlayer player, String server) {
    heard.add("switch " + player.name() + " " + server);
  }

  @Override
  public void left(ProxyPlayer player) {
    heard.add("leave " + player.name());
    players.remove(player);
  }

  @Override
  public AgentFeatures features() {
    return this;
  }

  @Override
  public void stop() {
    heard.add("stop");
  }

  @Override
  public Optional<String> firstServer(ProxyPlayer player) {
    return first;
  }

  @Override
  public ConnectDecision beforeConnect(ProxyPlayer player, String server) {
    return connects.getOrDefault(server, new ConnectDecision.Proceed());
  }

  @Override
  public LossDecision lostServer(ProxyPlayer player, String server, Optional<Text> reason) {
    heard.add("lost " + server + reason.map(words -> " " + Markup.textOf(words)).orElse(""));
    return loss;
  }

  @Override
  public Optional<ListAnswer> serverList(int protocol) {
    return list;
  }

  @Override
  public void payloadFromServer(String server, byte[] payload) {
    heard.add(
        "payload " + server + " " + new String(payload, java.nio.charset.StandardCharsets.UTF_8));
  }

  @Override
  public void payloadFromPlayer() {
    heard.add("payload of a player");
  }

  @Override
  public List<AgentCommand> commands() {
    return commands;
  }

  @Override
  public CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    return player.connect(server);
  }
}
