package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;

/** {@code /kick}: ends the connection of a player with words. */
final class KickCommand extends StaffCommand {
  private static final String DEFAULT_REASON = "Kicked by staff";

  private final AgentContext context;
  private final StaffDesk desk;
  private final Completions completions;

  KickCommand(AgentContext context, StaffDesk desk, Completions completions) {
    super("kick");
    this.context = context;
    this.desk = desk;
    this.completions = completions;
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    if (arguments.isEmpty() || arguments.get(0).isEmpty()) {
      source.send(Words.usage("/kick <player> [reason]"));
      return;
    }
    String name = arguments.get(0);
    String written = rest(arguments, 1);
    String reason = written.isEmpty() ? DEFAULT_REASON : written;
    if (reason.length() > MAX_REASON) {
      source.send(Words.refused(REASON_TOO_LONG));
      return;
    }
    Optional<ProxyPlayer> here = context.platform().playerNamed(name);
    if (!desk.isOpen() && here.isPresent()) {
      here.get().disconnect(Markup.plain(reason));
      source.send(Words.done(here.get().name() + " was kicked."));
      return;
    }
    JsonObject request = StaffDesk.request("staff.kick", source);
    request.addProperty("name", name);
    request.addProperty("reason", reason);
    desk.ask(source, request, ok -> source.send(Words.done(name + " was kicked.")));
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return arguments.size() == 1 ? completions.players(arguments.get(0)) : List.of();
  }
}
