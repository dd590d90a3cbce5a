package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import java.util.List;
import net.portcullis.agent.core.platform.CommandSource;

/** {@code /unban}: lifts the ban of a player by the coordinator. */
final class UnbanCommand extends StaffCommand {
  private final StaffDesk desk;

  UnbanCommand(StaffDesk desk) {
    super("unban");
    this.desk = desk;
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    String name = rest(arguments, 0);
    if (name.isEmpty()) {
      source.send(Words.usage("/unban <player>"));
      return;
    }
    JsonObject request = StaffDesk.request("staff.unban", source);
    request.addProperty("name", name);
    desk.ask(source, request, ok -> source.send(Words.done(name + " is no longer banned.")));
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return List.of();
  }
}
