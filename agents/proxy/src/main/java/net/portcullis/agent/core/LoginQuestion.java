package net.portcullis.agent.core;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/**
 * A login, as a listener asks for it. Proxies let a player in whose handler fails; here whatever
 * goes wrong is a refusal.
 */
public final class LoginQuestion {
  /** What a player reads where there was no answer. */
  public static final String FAILED =
      "Your login could not be checked. Please try again in a moment.";

  /** The agent answers sooner; this is for one that does not keep its word. */
  private static final int MAX_WAIT_SECONDS = 10;

  private LoginQuestion() {}

  /**
   * Hands the answer over, once and always.
   *
   * @param answer takes the words of a refusal; empty for a player who may come in
   */
  public static void ask(
      Log log,
      Supplier<CompletionStage<Optional<Text>>> question,
      Consumer<Optional<Text>> answer) {
    asked(question)
        .thenApply(Function.identity())
        .toCompletableFuture()
        .orTimeout(MAX_WAIT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(
            failure -> {
              log.warn("login.failed", failure);
              return Optional.of(Markup.plain(FAILED));
            })
        .thenAccept(answer);
  }

  private static CompletionStage<Optional<Text>> asked(
      Supplier<CompletionStage<Optional<Text>>> question) {
    try {
      return question.get();
    } catch (RuntimeException | LinkageError failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }
}
