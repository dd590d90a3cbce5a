package net.portcullis.agent.core;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import net.portcullis.agent.core.channel.ChannelException;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.channel.Inbox;

/** The channel in memory: keeps what was sent, and hands on what a test has the coordinator say. */
public final class FakeCoordinator implements Coordinator, Inbox {
  public boolean isConnected = true;
  public final Set<String> features =
      new HashSet<>(Set.of("states", "servers", "relay", "staff", "offers", "notices"));
  public final List<JsonObject> posted = new ArrayList<>();
  public final List<JsonObject> requested = new ArrayList<>();

  /** What requests are answered; without it they are not, and fail. */
  public JsonObject answer = new JsonObject();

  private final Map<String, Consumer<JsonObject>> handlers = new HashMap<>();
  private final Map<String, Function<JsonObject, CompletionStage<JsonObject>>> requestHandlers =
      new HashMap<>();
  private final List<Runnable> welcomes = new ArrayList<>();

  /** The coordinator sends this. */
  public void says(String json) {
    JsonObject frame = JsonParser.parseString(json).getAsJsonObject();
    handlers.get(frame.get("type").getAsString()).accept(frame);
  }

  /** The coordinator asks this. */
  public CompletableFuture<JsonObject> asks(String json) {
    JsonObject frame = JsonParser.parseString(json).getAsJsonObject();
    return requestHandlers.get(frame.get("type").getAsString()).apply(frame).toCompletableFuture();
  }

  public void welcome() {
    welcomes.forEach(Runnable::run);
  }

  public List<String> postedTypes() {
    return posted.stream().map(frame -> frame.get("type").getAsString()).toList();
  }

  /** What was posted last, as JSON. */
  public String lastPosted() {
    return posted.isEmpty() ? "" : posted.get(posted.size() - 1).toString();
  }

  public String lastRequested() {
    return requested.isEmpty() ? "" : requested.get(requested.size() - 1).toString();
  }

  public void answers(String json) {
    answer = JsonParser.parseString(json).getAsJsonObject();
  }

  @Override
  public boolean isConnected() {
    return isConnected;
  }

  @Override
  public Set<String> features() {
    return isConnected ? Set.copyOf(features) : Set.of();
  }

  @Override
  public void post(JsonObject frame) {
    if (isConnected) posted.add(frame);
  }

  @Override
  public CompletionStage<JsonObject> request(JsonObject frame) {
    requested.add(frame);
    return isConnected && answer.has("type")
        ? CompletableFuture.completedFuture(answer)
        : CompletableFuture.failedFuture(new ChannelException("no answer"));
  }

  @Override
  public void on(String type, Consumer<JsonObject> handler) {
    handlers.put(type, handler);
  }

  @Override
  public void onRequest(String type, Function<JsonObject, CompletionStage<JsonObject>> handler) {
    requestHandlers.put(type, handler);
  }

  @Override
  public void onWelcome(Runnable listener) {
    welcomes.add(listener);
  }
}
