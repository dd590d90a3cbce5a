package net.portcullis.agent.core.relay;

import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.platform.Event;

/**
 * Carries plugin messages between game servers without a socket and the coordinator. It reads
 * nothing of them: the coordinator checks who signed them.
 */
public final class Relay {
  private static final String FEATURE = "relay";
  private static final int MAX_BYTES = 32_000;
  private static final long LOG_EVERY_MS = 60_000;

  private final AgentContext context;
  private final RelayBounds bounds;
  private final AtomicLong relayed = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong fromPlayers = new AtomicLong();

  /** What the log has said of the two. On the agent's thread. */
  private long loggedDropped;

  private long loggedFromPlayers;

  public Relay(AgentContext context) {
    this.context = context;
    bounds = new RelayBounds(context.clock());
    context.inbox().on("relay", this::toServer);
    context.thread().every(LOG_EVERY_MS, this::log);
  }

  /** A server has sent this. */
  public void fromServer(String server, byte[] payload) {
    if (!context.coordinator().features().contains(FEATURE)) return;
    Optional<String> text = payload.length > MAX_BYTES ? Optional.empty() : textOf(payload);
    if (text.isEmpty() || !bounds.take(server)) {
      dropped.incrementAndGet();
      return;
    }
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "relay");
    frame.addProperty("server", server);
    frame.addProperty("data", text.get());
    relayed.incrementAndGet();
    context.thread().execute(() -> context.coordinator().post(frame));
  }

  /** Players can send on this channel too; what they send goes nowhere. */
  public void fromPlayer() {
    fromPlayers.incrementAndGet();
  }

  /** In words, for {@code /portcullis status}. */
  public String counts() {
    return relayed + " relayed, " + dropped + " dropped, " + fromPlayers + " of players dropped";
  }

  private void toServer(JsonObject frame) {
    Optional<String> server = Fields.text(frame, "server");
    Optional<byte[]> payload =
        Fields.text(frame, "data")
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .filter(bytes -> bytes.length <= MAX_BYTES);
    boolean isSent =
        server.isPresent()
            && payload.isPresent()
            && context.platform().sendPayload(server.get(), payload.get());
    (isSent ? relayed : dropped).incrementAndGet();
  }

  private void log() {
    long drops = dropped.get();
    long ofPlayers = fromPlayers.get();
    if (drops > loggedDropped || ofPlayers > loggedFromPlayers) {
      context
          .platform()
          .log()
          .warn(
              Event.of("relay.dropped")
                  .with("messages", drops - loggedDropped)
                  .with("ofPlayers", ofPlayers - loggedFromPlayers)
                  .line());
    }
    loggedDropped = drops;
    loggedFromPlayers = ofPlayers;
  }

  /** Empty for bytes that are no UTF-8: then it is no message of the channel either. */
  private static Optional<String> textOf(byte[] payload) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString());
    } catch (CharacterCodingException malformed) {
      return Optional.empty();
    }
  }
}
