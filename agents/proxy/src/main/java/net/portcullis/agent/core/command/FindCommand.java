package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.platform.ProxyPlayer;

/** {@code /find}: where a player is. */
final class FindCommand extends StaffCommand {
  private final AgentContext context;
  private final StaffDesk desk;
  private final Completions completions;

  FindCommand(AgentContext context, StaffDesk desk, Completions completions) {
    super("find");
    this.context = context;
    this.desk = desk;
    this.completions = completions;
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    String name = rest(arguments, 0);
    if (name.isEmpty()) {
      source.send(Words.usage("/find <player>"));
      return;
    }
    Optional<ProxyPlayer> here = context.platform().playerNamed(name);
    if (!desk.isOpen() && here.isPresent()) {
      tell(source, here.get().name(), here.get().server(), context.config().get().name());
      return;
    }
    JsonObject request = new JsonObject();
    request.addProperty("type", "staff.find");
    request.addProperty("name", name);
    desk.ask(
        source,
        request,
        place ->
            tell(
                source,
                Fields.text(place, "name").orElse(name),
                Fields.text(place, "server"),
                Fields.text(place, "proxy").orElse("?")));
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return arguments.size() == 1 ? completions.players(arguments.get(0)) : List.of();
  }

  private static void tell(
      CommandSource source, String name, Optional<String> server, String proxy) {
    String where = server.map(word -> "on " + word).orElse("on no server that is known");
    source.send(Words.done(name + " is " + where + ", by " + proxy + "."));
  }
}
