package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.platform.CommandSource;

/** {@code /ban}: bans a player, online or not, by the coordinator. */
final class BanCommand extends StaffCommand {
  private static final List<String> TIMES = List.of("perma", "1h", "24h", "7D", "30D", "1Y");

  private final StaffDesk desk;
  private final Completions completions;

  BanCommand(StaffDesk desk, Completions completions) {
    super("ban");
    this.desk = desk;
    this.completions = completions;
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    String reason = rest(arguments, 2);
    if (reason.isEmpty()) {
      source.send(Words.usage("/ban <player> <" + String.join("|", TIMES) + "> <reason>"));
      return;
    }
    String name = arguments.get(0);
    Optional<String> time =
        TIMES.stream().filter(word -> word.equalsIgnoreCase(arguments.get(1))).findFirst();
    if (time.isEmpty()) {
      source.send(Words.refused("A ban is for one of " + String.join(", ", TIMES) + "."));
    } else if (reason.length() > MAX_REASON) {
      source.send(Words.refused(REASON_TOO_LONG));
    } else {
      JsonObject request = StaffDesk.request("staff.ban", source);
      request.addProperty("name", name);
      request.addProperty("time", time.get());
      request.addProperty("reason", reason);
      desk.ask(source, request, ok -> source.send(Words.done(words(name, time.get()))));
    }
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return switch (arguments.size()) {
      case 1 -> completions.players(arguments.get(0));
      case 2 -> Completions.of(arguments.get(1), TIMES);
      default -> List.of();
    };
  }

  private static String words(String name, String time) {
    return name + " is banned " + (time.equals("perma") ? "for ever." : "for " + time + ".");
  }
}
