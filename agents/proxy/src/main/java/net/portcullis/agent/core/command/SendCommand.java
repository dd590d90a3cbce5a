package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.servers.Servers;

/** {@code /send}: moves a player, wherever they are, to a server. */
final class SendCommand extends StaffCommand {
  private final AgentContext context;
  private final Servers servers;
  private final StaffDesk desk;
  private final Completions completions;

  SendCommand(AgentContext context, Servers servers, StaffDesk desk, Completions completions) {
    super("send");
    this.context = context;
    this.servers = servers;
    this.desk = desk;
    this.completions = completions;
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    if (arguments.size() < 2) {
      source.send(Words.usage("/send <player> <server>"));
      return;
    }
    // Names of players may have spaces, those of servers have none.
    int last = arguments.size() - 1;
    String name = rest(arguments.subList(0, last), 0);
    String server = arguments.get(last);
    Optional<ProxyPlayer> here = context.platform().playerNamed(name);
    if (!desk.isOpen() && here.isPresent()) {
      sendHere(source, here.get(), server);
      return;
    }
    JsonObject request = StaffDesk.request("staff.send", source);
    request.addProperty("name", name);
    request.addProperty("server", server);
    desk.ask(source, request, ok -> source.send(Words.done(name + " was sent to " + server + ".")));
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    String begun = arguments.get(arguments.size() - 1);
    return arguments.size() == 1 ? completions.players(begun) : completions.servers(begun);
  }

  private void sendHere(CommandSource source, ProxyPlayer player, String server) {
    if (context.platform().servers().stream().noneMatch(known -> known.name().equals(server))) {
      source.send(Words.refused("There is no server of this name."));
      return;
    }
    servers
        .move(player, server)
        .thenAccept(
            arrived ->
                source.send(
                    arrived
                        ? Words.done(player.name() + " was sent to " + server + ".")
                        : Words.refused(player.name() + " could not be sent there.")));
  }
}
