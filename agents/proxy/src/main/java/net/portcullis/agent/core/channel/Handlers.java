package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.Log;

/** Who takes which frames. One that fails is logged, and the others go on. */
final class Handlers implements Inbox {
  private static final JsonObject FAILED =
      Answers.error("internal_error", "The agent failed; see the log of its proxy");

  private final Log log;
  private final Map<String, Consumer<JsonObject>> reports = new HashMap<>();
  private final Map<String, Function<JsonObject, CompletionStage<JsonObject>>> requests =
      new HashMap<>();
  private final List<Runnable> welcomes = new ArrayList<>();

  Handlers(Log log) {
    this.log = log;
  }

  @Override
  public void on(String type, Consumer<JsonObject> handler) {
    requireFree(type);
    reports.put(type, handler);
  }

  @Override
  public void onRequest(String type, Function<JsonObject, CompletionStage<JsonObject>> handler) {
    requireFree(type);
    requests.put(type, handler);
  }

  @Override
  public void onWelcome(Runnable listener) {
    welcomes.add(listener);
  }

  void welcomed() {
    for (Runnable listener : welcomes) {
      try {
        listener.run();
      } catch (RuntimeException error) {
        log.warn("agent.report-failed", error);
      }
    }
  }

  /**
   * @param send sends the answer to a request
   */
  void handle(JsonObject frame, String type, Consumer<JsonObject> send) {
    OptionalLong id = Fields.number(frame, "id");
    try {
      if (requests.containsKey(type) && id.isPresent()) {
        answer(requests.get(type).apply(frame), id.getAsLong(), send);
      } else if (reports.containsKey(type)) {
        reports.get(type).accept(frame);
      } else if (id.isPresent()) {
        send.accept(
            numbered(
                Answers.error("invalid_frame", "This agent does not know " + type),
                id.getAsLong()));
      }
    } catch (RuntimeException error) {
      failed(type, error);
      id.ifPresent(one -> send.accept(numbered(FAILED, one)));
    }
  }

  private void answer(CompletionStage<JsonObject> stage, long id, Consumer<JsonObject> send) {
    stage.whenComplete(
        (answer, error) -> {
          if (error != null) failed("a request", error);
          send.accept(numbered(error == null ? answer : FAILED, id));
        });
  }

  private void failed(String what, Throwable error) {
    log.warn(Event.of("agent.frame-failed").with("type", what).line(), error);
  }

  private static JsonObject numbered(JsonObject answer, long id) {
    JsonObject numbered = answer.deepCopy();
    numbered.addProperty("re", id);
    return numbered;
  }

  private void requireFree(String type) {
    if (reports.containsKey(type) || requests.containsKey(type)) {
      throw new IllegalStateException("Frames of type " + type + " are taken already");
    }
  }
}
