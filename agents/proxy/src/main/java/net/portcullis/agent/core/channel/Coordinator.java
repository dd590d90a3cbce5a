package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The connection to the coordinator, as the rest of the agent uses it. */
public interface Coordinator {
  /** Greeted, and not lost since. */
  boolean isConnected();

  /** What both sides know; empty while there is no connection. */
  Set<String> features();

  /**
   * Sends a frame that is not answered; dropped while there is no connection, since the next whole
   * report has it.
   */
  void post(JsonObject frame);

  /**
   * Sends a request; {@code id} is added. Completes with the answer, which may be {@code error};
   * exceptionally with a {@link ChannelException} when none comes in time or there is no
   * connection.
   */
  CompletionStage<JsonObject> request(JsonObject frame);
}
