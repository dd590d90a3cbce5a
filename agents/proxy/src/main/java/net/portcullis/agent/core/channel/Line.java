package net.portcullis.agent.core.channel;

import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import net.portcullis.agent.core.time.AgentThread;

/**
 * One WebSocket, from its opening to its end: joins texts, and hands over to the agent's thread.
 */
final class Line implements WebSocket.Listener {
  private static final int BINARY_REFUSED = 1003;

  /** What becomes of this line; called on the agent's thread. */
  interface Owner {
    void read(Line line, String text);

    /** The line has ended; called once. The code is 0 where the other side sent none. */
    void ended(Line line, int code, String reason);
  }

  private final AgentThread thread;
  private final Owner owner;
  private final StringBuilder text = new StringBuilder();
  private final AtomicBoolean isEnded = new AtomicBoolean();
  private volatile WebSocket socket;
  private volatile Outbox outbox;
  private volatile CompletableFuture<?> probe = CompletableFuture.completedFuture(null);

  Line(AgentThread thread, Owner owner) {
    this.thread = thread;
    this.owner = owner;
  }

  @Override
  public void onOpen(WebSocket opened) {
    socket = opened;
    outbox = new Outbox(frame -> opened.sendText(frame, true), this::abort);
    // A line that was given up while it opened has nobody who would ever close it.
    if (isEnded.get()) opened.abort();
    else opened.request(1);
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    // No character has fewer than a byte.
    if (isEnded.get()) return null;
    if (text.length() + data.length() > ListFrames.MAX_FRAME_BYTES) {
      abort("the coordinator sent a frame that is too big");
      return null;
    }
    text.append(data);
    if (!last) {
      from.request(1);
      return null;
    }
    String frame = text.toString();
    text.setLength(0);
    thread.execute(
        () -> {
          try {
            if (!isEnded.get()) owner.read(this, frame);
          } finally {
            // Only now, so that no more waits here than one frame.
            from.request(1);
          }
        });
    return null;
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    from.sendClose(BINARY_REFUSED, "");
    abort("the coordinator sent a binary frame");
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    end(code, reason);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    abort(reasonOf(error));
  }

  void send(String frame) {
    Outbox open = outbox;
    if (open != null) open.add(frame);
  }

  /**
   * Looks whether the line still stands. Java's WebSocket sometimes does not tell that the other
   * side has ended it, where that came right after a frame; what is sent after that fails.
   */
  void probe() {
    WebSocket open = socket;
    if (open == null || isEnded.get() || !probe.isDone()) return;
    probe = open.sendPing(ByteBuffer.allocate(0));
    probe.whenComplete(
        (sent, error) -> {
          if (error != null) abort("the connection broke");
        });
  }

  /** Ends the line at once. */
  void abort(String reason) {
    end(0, reason);
    WebSocket open = socket;
    if (open != null) open.abort();
  }

  /** Ends it as it should end. */
  CompletionStage<?> close(int code) {
    WebSocket open = socket;
    return open == null ? CompletableFuture.completedStage(null) : open.sendClose(code, "");
  }

  private void end(int code, String reason) {
    if (!isEnded.compareAndSet(false, true)) return;
    Outbox open = outbox;
    if (open != null) open.close();
    thread.execute(() -> owner.ended(this, code, reason));
  }

  private static String reasonOf(Throwable error) {
    if (error instanceof IOException && error.getMessage() == null) return "the connection broke";
    return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
  }
}
