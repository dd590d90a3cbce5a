package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import net.portcullis.agent.core.time.AgentThread;

/** Requests under way, each with a time limit of its own. */
final class PendingRequests {
  static final long ANSWER_WITHIN_MS = 5_000;
  private static final int MAX_REQUESTS = 10_000;

  private final AgentThread thread;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();

  PendingRequests(AgentThread thread) {
    this.thread = thread;
  }

  /**
   * @param write writes the request with this id
   */
  CompletionStage<JsonObject> send(LongConsumer write) {
    if (pending.size() >= MAX_REQUESTS) {
      return failed("Too many requests are waiting for the coordinator");
    }
    long id = lastId.incrementAndGet();
    Pending request =
        new Pending(
            new CompletableFuture<>(),
            thread.after(
                ANSWER_WITHIN_MS,
                () -> take(id).ifPresent(late -> late.fail("The coordinator did not answer"))));
    pending.put(id, request);
    write.accept(id);
    return request.answer.minimalCompletionStage();
  }

  /** Whether somebody waited for this answer. */
  boolean settle(JsonObject answer) {
    Optional<Pending> request =
        Fields.number(answer, "re").stream().boxed().findFirst().flatMap(this::take);
    request.ifPresent(one -> one.answer.complete(answer));
    return request.isPresent();
  }

  void failAll(String reason) {
    for (Long id : List.copyOf(pending.keySet())) take(id).ifPresent(one -> one.fail(reason));
  }

  static CompletionStage<JsonObject> failed(String reason) {
    return CompletableFuture.failedStage(new ChannelException(reason));
  }

  private Optional<Pending> take(long id) {
    Optional<Pending> request = Optional.ofNullable(pending.remove(id));
    request.ifPresent(one -> one.limit.cancel());
    return request;
  }

  private record Pending(CompletableFuture<JsonObject> answer, AgentThread.Timer limit) {
    void fail(String reason) {
      answer.completeExceptionally(new ChannelException(reason));
    }
  }
}
