package net.portcullis.agent.core.command;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.function.Consumer;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.channel.Answers;
import net.portcullis.agent.core.platform.CommandSource;

/** Asks the coordinator in the name of staff, and tells them what came of it. */
final class StaffDesk {
  private static final String FEATURE = "staff";
  private static final String SILENCE =
      "The coordinator did not answer in time. It may have done it all the same.";

  private final AgentContext context;

  StaffDesk(AgentContext context) {
    this.context = context;
  }

  /** Whether the coordinator is there and takes commands of staff. */
  boolean isOpen() {
    return context.coordinator().features().contains(FEATURE);
  }

  /** A request with {@code by}, where it takes one. */
  static JsonObject request(String type, CommandSource source) {
    JsonObject request = new JsonObject();
    request.addProperty("type", type);
    request.add("by", JsonNull.INSTANCE);
    source
        .uuid()
        .ifPresent(
            uuid -> {
              JsonObject by = new JsonObject();
              by.addProperty("uuid", uuid.toString());
              by.addProperty("name", source.name());
              request.add("by", by);
            });
    return request;
  }

  /**
   * The source reads of an error or a silence here.
   *
   * @param done takes any other answer
   */
  void ask(CommandSource source, JsonObject request, Consumer<JsonObject> done) {
    if (!isOpen()) {
      source.send(Words.refused(closedWords()));
      return;
    }
    context
        .coordinator()
        .request(request)
        .whenComplete(
            (answer, error) -> {
              if (error != null) source.send(Words.refused(SILENCE));
              else if (Answers.isError(answer)) source.send(Words.refused(ErrorWords.of(answer)));
              else done.accept(answer);
            });
  }

  private String closedWords() {
    return context.coordinator().isConnected()
        ? "The coordinator is too old for this command."
        : "The coordinator is away; nothing was changed.";
  }
}
