package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/** Keeps a connection to the coordinator, and connects again when it is lost. */
public final class ChannelClient implements Coordinator, Inbox {
  private static final String SUB_PROTOCOL = "net.channel.v1";
  private static final long OPEN_WITHIN_MS = 5_000;
  private static final long SILENT_MS = 20_000;
  private static final long PROBE_MS = 500;
  private static final long CLOSE_WITHIN_MS = 1_000;

  /** A connection that lasted this long was a good one: after its loss the waits begin anew. */
  private static final long STEADY_MS = 10_000;

  private static final String LOST = "The connection to the coordinator was lost";

  private static final int ENDED = 1000;
  private static final int SENT_AWAY = 4001;

  private final AgentThread thread;
  private final Clock clock;
  private final Log log;
  private final Hello hello;
  private final Supplier<Optional<Link>> links;
  private final Backoff backoff;
  private final PendingRequests requests;
  private final Handlers handlers;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofMillis(OPEN_WITHIN_MS)).build();
  private final Line.Owner owner = new Lines();

  private volatile Optional<Line> greeted = Optional.empty();
  private volatile Set<String> features = Set.of();
  private volatile String state = "not connected";
  // These belong to the agent's thread.
  private Optional<Line> current = Optional.empty();
  private AgentThread.Timer timer = () -> {};
  private AgentThread.Timer probing = () -> {};
  private long greetedAt;
  private boolean isSlow;
  private Optional<CompletableFuture<Void>> stopping = Optional.empty();

  /**
   * @param links what holds now; empty while something is missing
   */
  public ChannelClient(
      AgentThread thread,
      Clock clock,
      DoubleSupplier random,
      Log log,
      Hello hello,
      Supplier<Optional<Link>> links) {
    this.thread = thread;
    this.clock = clock;
    this.log = log;
    this.hello = hello;
    this.links = links;
    backoff = new Backoff(random);
    requests = new PendingRequests(thread);
    handlers = new Handlers(log);
  }

  /** Begins to connect. All handlers have to be set before. */
  public void start() {
    thread.execute(this::connect);
  }

  /** Connects anew, because the link has changed. */
  public void restart() {
    thread.execute(
        () -> {
          if (stopping.isPresent()) return;
          backoff.reset();
          current.ifPresent(line -> line.abort("the configuration has changed"));
          current = Optional.empty();
          lost();
          connect();
        });
  }

  /** Closes the connection and does not connect again; completes when it is closed. */
  public CompletionStage<Void> stop() {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    thread.execute(
        () -> {
          stopping.ifPresent(before -> before.thenAccept(stopped::complete));
          if (stopping.isPresent()) return;
          stopping = Optional.of(stopped);
          timer.cancel();
          if (current.isEmpty()) {
            stopped.complete(null);
            return;
          }
          Line line = current.get();
          timer = thread.after(CLOSE_WITHIN_MS, () -> line.abort("the agent stops"));
          line.close(ENDED);
        });
    return stopped.minimalCompletionStage();
  }

  @Override
  public boolean isConnected() {
    return greeted.isPresent();
  }

  @Override
  public Set<String> features() {
    return features;
  }

  /** How the connection is, in words. */
  public String state() {
    return state;
  }

  @Override
  public void post(JsonObject frame) {
    greeted.ifPresent(line -> write(line, frame));
  }

  @Override
  public CompletionStage<JsonObject> request(JsonObject frame) {
    Optional<Line> line = greeted;
    if (line.isEmpty()) return PendingRequests.failed("The coordinator is not connected");
    CompletionStage<JsonObject> answer =
        requests.send(id -> write(line.get(), numbered(frame, id)));
    // The line may have been lost between the two, and then nobody else would say so.
    if (!greeted.equals(line)) requests.failAll(LOST);
    return answer;
  }

  @Override
  public void on(String type, Consumer<JsonObject> handler) {
    handlers.on(type, handler);
  }

  @Override
  public void onRequest(String type, Function<JsonObject, CompletionStage<JsonObject>> handler) {
    handlers.onRequest(type, handler);
  }

  @Override
  public void onWelcome(Runnable listener) {
    handlers.onWelcome(listener);
  }

  private void connect() {
    timer.cancel();
    Optional<Link> configured = links.get();
    if (configured.isEmpty() || stopping.isPresent()) return;
    Link link = configured.get();
    Line line = new Line(thread, owner);
    current = Optional.of(line);
    state = "connecting";
    timer = thread.after(OPEN_WITHIN_MS, () -> line.abort("it does not answer"));
    http.newWebSocketBuilder()
        .header("Authorization", link.secret().bearer())
        .subprotocols(SUB_PROTOCOL)
        .connectTimeout(Duration.ofMillis(OPEN_WITHIN_MS))
        .buildAsync(link.url(), line)
        .whenComplete(
            (socket, error) ->
                thread.execute(
                    () -> {
                      if (error == null) opened(line, link, socket);
                      else refused(line, Refusal.of(error));
                    }));
  }

  private void opened(Line line, Link link, WebSocket socket) {
    if (!isCurrent(line)) return;
    if (!socket.getSubprotocol().equals(SUB_PROTOCOL)) {
      line.abort("it does not speak " + SUB_PROTOCOL);
      return;
    }
    closeAfter(line, OPEN_WITHIN_MS, "it does not greet");
    probing.cancel();
    probing = thread.every(PROBE_MS, line::probe);
    write(line, hello.frame(link));
  }

  private void refused(Line line, Refusal refusal) {
    if (!isCurrent(line)) return;
    isSlow |= refusal.isWrongSecret();
    if (refusal.isWrongSecret()) {
      log.warn(Event.of("agent.wrong-secret").with("detail", wrongSecretText()).line());
    }
    line.abort(refusal.words());
  }

  private String wrongSecretText() {
    String name = links.get().map(Link::name).orElse("");
    return "The coordinator refuses `secret` of config.yml. On the coordinator, `portcullis agent add "
        + name
        + " --role proxy` makes one.";
  }

  private boolean isCurrent(Line line) {
    return current.isPresent() && current.get() == line;
  }

  private void closeAfter(Line line, long millis, String reason) {
    timer.cancel();
    timer = thread.after(millis, () -> line.abort(reason));
  }

  private void read(Line line, String text) {
    JsonObject frame;
    try {
      frame = JsonParser.parseString(text).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException malformed) {
      log.warn("agent.bad-frame");
      return;
    }
    String type = Fields.text(frame, "type").orElse("");
    switch (type) {
      case "welcome" -> welcomed(line, frame);
      case "ping" -> {
        closeAfter(line, SILENT_MS, "it is silent");
        JsonObject pong = new JsonObject();
        pong.addProperty("type", "pong");
        pong.addProperty("at", Fields.number(frame, "at").orElse(0));
        write(line, pong);
      }
      default -> {
        if (requests.settle(frame)) return;
        if (type.equals("error")) logRefused(frame);
        else handlers.handle(frame, type, answer -> write(line, answer));
      }
    }
  }

  private void welcomed(Line line, JsonObject frame) {
    if (greeted.isPresent()) return;
    Set<String> common = new LinkedHashSet<>(hello.features());
    common.retainAll(Fields.texts(frame, "features"));
    features = Set.copyOf(common);
    greeted = Optional.of(line);
    greetedAt = clock.elapsed();
    state = "connected";
    closeAfter(line, SILENT_MS, "it is silent");
    log.info("agent.welcomed");
    handlers.welcomed();
  }

  private void logRefused(JsonObject frame) {
    log.warn(
        Event.of("agent.refused")
            .with("code", Fields.text(frame, "code").orElse(""))
            .with("detail", Fields.text(frame, "detail").orElse(""))
            .line());
  }

  private void write(Line line, JsonObject frame) {
    String text = frame.toString();
    boolean fits =
        3 * text.length() <= ListFrames.MAX_FRAME_BYTES
            || text.getBytes(StandardCharsets.UTF_8).length <= ListFrames.MAX_FRAME_BYTES;
    if (fits) line.send(text);
    else
      log.warn(
          Event.of("agent.frame-too-big")
              .with("type", Fields.text(frame, "type").orElse(""))
              .line());
  }

  /** The type and the id first: that is the form which the coordinator reads fastest. */
  private static JsonObject numbered(JsonObject frame, long id) {
    JsonObject numbered = new JsonObject();
    numbered.add("type", frame.get("type"));
    numbered.addProperty("id", id);
    frame.entrySet().stream()
        .filter(field -> !field.getKey().equals("type"))
        .forEach(field -> numbered.add(field.getKey(), field.getValue()));
    return numbered;
  }

  /** What is true of no connection, whatever ended it. */
  private void lost() {
    timer.cancel();
    probing.cancel();
    if (greeted.isPresent() && clock.elapsed() - greetedAt >= STEADY_MS) backoff.reset();
    greeted = Optional.empty();
    features = Set.of();
    requests.failAll(LOST);
  }

  private final class Lines implements Line.Owner {
    @Override
    public void read(Line line, String text) {
      if (isCurrent(line) && stopping.isEmpty()) ChannelClient.this.read(line, text);
    }

    @Override
    public void ended(Line line, int code, String reason) {
      if (!isCurrent(line)) return;
      current = Optional.empty();
      lost();
      if (stopping.isPresent()) {
        state = "stopped";
        stopping.get().complete(null);
        return;
      }
      long wait = backoff.next(isSlow || code == SENT_AWAY);
      isSlow = false;
      timer = thread.after(wait, ChannelClient.this::connect);
      String words = reason.isEmpty() ? "the connection broke" : reason;
      state = "not connected: " + words;
      log.warn(
          Event.of("agent.link-lost")
              .with("reason", words)
              .with("code", code)
              .with("retryInMs", wait)
              .line());
    }
  }
}
