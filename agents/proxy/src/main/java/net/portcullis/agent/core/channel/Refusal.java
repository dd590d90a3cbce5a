package net.portcullis.agent.core.channel;

import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocketHandshakeException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;

/** Why a connection did not open. */
record Refusal(boolean isWrongSecret, String words) {
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  static Refusal of(Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof WebSocketHandshakeException handshake) {
      return ofStatus(handshake.getResponse().statusCode());
    }
    return new Refusal(false, wordsOf(cause));
  }

  private static Refusal ofStatus(int status) {
    return switch (status) {
      case UNAUTHORIZED -> new Refusal(true, "it refuses this secret");
      case NOT_FOUND ->
          new Refusal(
              false,
              "HTTP 404: is the URL that of the coordinator, with the path before /channel?");
      default ->
          new Refusal(
              false,
              status / 100 == 3
                  ? "HTTP " + status + ": redirects are not followed"
                  : "HTTP " + status);
    };
  }

  private static String wordsOf(Throwable cause) {
    if (cause instanceof UnresolvedAddressException
        || cause.getCause() instanceof UnresolvedAddressException) {
      return "its host name is not known";
    }
    if (cause instanceof ConnectException) return "nothing listens there";
    if (cause instanceof HttpTimeoutException) return "it does not answer";
    if (cause instanceof SSLException) return "TLS: " + cause.getMessage();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
