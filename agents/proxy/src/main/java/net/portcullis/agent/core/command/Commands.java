package net.portcullis.agent.core.command;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.relay.Relay;
import net.portcullis.agent.core.servers.Servers;

/** The commands that the agent adds to the proxy. */
public final class Commands {
  private final List<AgentCommand> all;

  /**
   * @param reloaded runs on the agent's thread after the configuration was read again
   */
  public Commands(AgentContext context, Servers servers, Relay relay, Runnable reloaded) {
    StaffDesk desk = new StaffDesk(context);
    Completions completions = new Completions(context);
    StatusReport status = new StatusReport(context, servers, relay);
    Set<String> wanted = context.config().get().commands();
    Stream<AgentCommand> optional =
        Stream.of(
            new HubCommand(context, servers),
            new FindCommand(context, desk, completions),
            new SendCommand(context, servers, desk, completions),
            new AlertCommand(context, desk),
            new KickCommand(context, desk, completions),
            new BanCommand(desk, completions),
            new UnbanCommand(desk));
    // Clicks need it, so it is always there.
    AgentCommand own = new PortcullisCommand(context, servers, status, reloaded);
    all =
        Stream.concat(optional.filter(command -> wanted.contains(command.name())), Stream.of(own))
            .toList();
  }

  public List<AgentCommand> all() {
    return all;
  }
}
