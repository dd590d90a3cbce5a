package net.portcullis.agent.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.command.Commands;
import net.portcullis.agent.core.list.ServerList;
import net.portcullis.agent.core.notice.StaffNotices;
import net.portcullis.agent.core.party.Parties;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.relay.Relay;
import net.portcullis.agent.core.servers.Servers;
import net.portcullis.agent.core.text.Text;

/** The features of the agent, put together. To be made before the channel is opened. */
public final class NetworkFeatures implements AgentFeatures {
  private final Servers servers;
  private final ServerList list;
  private final Relay relay;
  private final Parties parties;
  private final Commands commands;

  public NetworkFeatures(AgentContext context) {
    this(context, new Parties(context));
  }

  NetworkFeatures(AgentContext context, Parties parties) {
    this.parties = parties;
    servers = new Servers(context);
    list = new ServerList(context);
    relay = new Relay(context);
    commands = new Commands(context, servers, relay, this::reloaded);
    StaffNotices.tellStaff(context);
  }

  @Override
  public Optional<String> firstServer(ProxyPlayer player) {
    return servers.first(player);
  }

  @Override
  public ConnectDecision beforeConnect(ProxyPlayer player, String server) {
    return servers.beforeConnect(player, server);
  }

  @Override
  public LossDecision lostServer(ProxyPlayer player, String server, Optional<Text> reason) {
    return servers.lost(player, server, reason);
  }

  @Override
  public Optional<ListAnswer> serverList(int protocol) {
    return list.answer(protocol);
  }

  @Override
  public void payloadFromServer(String server, byte[] payload) {
    relay.fromServer(server, payload);
  }

  @Override
  public void payloadFromPlayer() {
    relay.fromPlayer();
  }

  @Override
  public List<AgentCommand> commands() {
    return commands.all();
  }

  @Override
  public CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    Optional<String> from = player.server();
    return servers
        .move(player, server)
        .whenComplete(
            (arrived, error) -> {
              if (Boolean.TRUE.equals(arrived)) {
                parties.follow(player, from, server, servers::move);
              }
            });
  }

  @Override
  public void switched(ProxyPlayer player, String server) {
    servers.switched(player, server);
  }

  @Override
  public void left(ProxyPlayer player) {
    servers.left(player);
  }

  private void reloaded() {
    list.loadIcon();
    servers.look();
  }
}
