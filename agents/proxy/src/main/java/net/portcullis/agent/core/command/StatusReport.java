package net.portcullis.agent.core.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.relay.Relay;
import net.portcullis.agent.core.servers.Servers;
import net.portcullis.agent.core.text.Text;

/** What {@code /portcullis status} says. */
final class StatusReport {
  private final AgentContext context;
  private final Servers servers;
  private final Relay relay;

  StatusReport(AgentContext context, Servers servers, Relay relay) {
    this.context = context;
    this.servers = servers;
    this.relay = relay;
  }

  List<Text> lines() {
    String sync = context.config().get().serverSync().name().toLowerCase(Locale.ROOT);
    return Stream.of(
            "Portcullis " + context.control().version() + " on " + context.platform().version(),
            "Coordinator: " + context.control().link(),
            "Players here: " + context.sessions().all().size(),
            "Servers: "
                + context.network().servers().size()
                + " of the coordinator, "
                + context.platform().servers().size()
                + " here (sync: "
                + sync
                + ")",
            "Waiting for a server: " + servers.line().size(),
            "Plugin messages: " + relay.counts())
        .map(Words::info)
        .toList();
  }
}
