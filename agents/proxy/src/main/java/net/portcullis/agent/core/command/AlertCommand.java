package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import java.util.List;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;

/** {@code /alert}: a text with colours for everybody on the network. */
final class AlertCommand extends StaffCommand {
  private static final int MAX_LENGTH = 1_024;

  private final AgentContext context;
  private final StaffDesk desk;

  AlertCommand(AgentContext context, StaffDesk desk) {
    super("alert");
    this.context = context;
    this.desk = desk;
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    String message = rest(arguments, 0);
    if (message.isEmpty()) {
      source.send(Words.usage("/alert <message>"));
    } else if (message.length() > MAX_LENGTH) {
      source.send(Words.refused("A message has at most " + MAX_LENGTH + " characters."));
    } else if (context.coordinator().isConnected()) {
      JsonObject request = StaffDesk.request("staff.alert", source);
      request.addProperty("message", message);
      desk.ask(source, request, ok -> source.send(Words.done("Everybody was told.")));
    } else {
      for (ProxyPlayer player : context.platform().players()) player.send(Markup.parse(message));
      source.send(Words.done("Everybody on this proxy was told: the coordinator is away."));
    }
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return List.of();
  }
}
