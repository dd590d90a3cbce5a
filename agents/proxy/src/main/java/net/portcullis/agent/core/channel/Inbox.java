package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the coordinator sends, by the type of its frames. Handlers run on the agent's thread, in the
 * order in which the frames came; all are set before the channel is opened.
 */
public interface Inbox {
  /** Takes the frames of this type that need no answer. A type has one handler. */
  void on(String type, Consumer<JsonObject> handler);

  /**
   * Takes the requests of this type. The stage completes with an answer of {@link Answers}, {@code
   * re} is added; a failure is answered with {@code error internal_error}.
   */
  void onRequest(String type, Function<JsonObject, CompletionStage<JsonObject>> handler);

  /** Called after each {@code welcome}, in the order of the calls here: reports everything. */
  void onWelcome(Runnable listener);
}
