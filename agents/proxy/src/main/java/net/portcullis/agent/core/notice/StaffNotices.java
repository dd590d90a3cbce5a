package net.portcullis.agent.core.notice;

import com.google.gson.JsonObject;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** Tells staff in the game of bans, unbans and kicks, by whomever they were. */
public final class StaffNotices {
  private static final String PERMISSION = "portcullis.notify";

  private final AgentContext context;

  private StaffNotices(AgentContext context) {
    this.context = context;
  }

  /** Begins to tell them. */
  public static void tellStaff(AgentContext context) {
    context.inbox().on("notice", new StaffNotices(context)::tell);
  }

  private void tell(JsonObject frame) {
    Text message = Markup.parse(Fields.text(frame, "message").orElse(""));
    if (message.isEmpty()) return;
    for (ProxyPlayer player : context.platform().players()) {
      if (player.hasPermission(PERMISSION)) player.send(message);
    }
  }
}
