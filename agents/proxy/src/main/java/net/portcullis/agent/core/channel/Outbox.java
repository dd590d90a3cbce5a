package net.portcullis.agent.core.channel;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Frames that wait to be sent, one after the other: a WebSocket takes one text at a time. */
final class Outbox {
  /** For a coordinator that does not read. */
  private static final long MAX_CHARACTERS = 32L * 1024 * 1024;

  private final Function<String, CompletionStage<?>> send;
  private final Consumer<String> broken;
  private final Queue<String> waiting = new ArrayDeque<>();
  private long characters;
  private boolean isSending;
  private boolean isClosed;

  /**
   * @param send sends one text; completes when the next may follow
   * @param broken called with the reason when nothing more can be sent
   */
  Outbox(Function<String, CompletionStage<?>> send, Consumer<String> broken) {
    this.send = send;
    this.broken = broken;
  }

  void add(String text) {
    boolean isFull;
    synchronized (this) {
      if (isClosed) return;
      isFull = characters + text.length() > MAX_CHARACTERS;
      if (isFull) {
        drop();
      } else {
        waiting.add(text);
        characters += text.length();
        if (isSending) return;
        isSending = true;
      }
    }
    if (isFull) broken.accept("the coordinator does not read what it is sent");
    else sendNext();
  }

  synchronized void close() {
    drop();
  }

  private void drop() {
    isClosed = true;
    waiting.clear();
    characters = 0;
  }

  /** In a loop, because one that calls itself for each frame runs out of stack in a long queue. */
  private void sendNext() {
    for (String text = next(); text != null; text = next()) {
      CompletableFuture<?> sent = begin(text);
      if (!sent.isDone() || sent.isCompletedExceptionally()) {
        sent.whenComplete((done, error) -> sent(error));
        return;
      }
    }
  }

  private CompletableFuture<?> begin(String text) {
    try {
      return send.apply(text).toCompletableFuture();
    } catch (RuntimeException error) {
      return CompletableFuture.failedFuture(error);
    }
  }

  private void sent(Throwable error) {
    if (error == null) {
      sendNext();
      return;
    }
    close();
    broken.accept("sending failed");
  }

  private synchronized String next() {
    String text = waiting.poll();
    if (text == null) isSending = false;
    else characters -= text.length();
    return text;
  }
}
