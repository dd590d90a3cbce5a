package net.portcullis.agent.velocity;

import com.velocitypowered.api.event.PostOrder;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.proxy.ProxyPingEvent;
import com.velocitypowered.api.proxy.server.ServerPing;
import com.velocitypowered.api.util.Favicon;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.platform.ListAnswer;

/** What the server list shows. */
final class ListListener {
  /** No client has it, so every client shows the words in place of its own version. */
  private static final int NO_PROTOCOL = -1;

  private final Agent agent;

  ListListener(Agent agent) {
    this.agent = agent;
  }

  @Subscribe(order = PostOrder.NORMAL, async = false)
  void onPing(ProxyPingEvent event) {
    int protocol = event.getConnection().getProtocolVersion().getProtocol();
    agent
        .features()
        .serverList(protocol)
        .map(answer -> answered(event.getPing(), answer, protocol))
        .ifPresent(event::setPing);
  }

  private static ServerPing answered(ServerPing ping, ListAnswer answer, int protocol) {
    ServerPing.Builder builder =
        ping.asBuilder()
            .description(VelocityText.component(answer.motd(), protocol))
            .onlinePlayers(answer.online())
            .maximumPlayers(answer.max());
    answer
        .version()
        .map(words -> new ServerPing.Version(NO_PROTOCOL, words))
        .ifPresent(builder::version);
    answer.icon().map(Favicon::new).ifPresent(builder::favicon);
    return builder.build();
  }
}
