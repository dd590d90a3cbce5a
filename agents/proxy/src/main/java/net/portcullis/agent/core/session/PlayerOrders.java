package net.portcullis.agent.core.session;

import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import net.portcullis.agent.core.channel.Answers;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.channel.Inbox;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** Carries out what the coordinator orders for players on this proxy. On the agent's thread. */
public final class PlayerOrders {
  private static final JsonObject NOT_HERE =
      Answers.error("player_not_found", "The player is not on this proxy");

  private final Sessions sessions;
  private final ProxyPlatform platform;
  private final Mover mover;

  public PlayerOrders(Sessions sessions, ProxyPlatform platform, Mover mover) {
    this.sessions = sessions;
    this.platform = platform;
    this.mover = mover;
  }

  /** Moves a player; completes with whether they are there now. */
  @FunctionalInterface
  public interface Mover {
    CompletionStage<Boolean> move(ProxyPlayer player, String server);
  }

  /** Takes the frames of these orders. */
  public void listen(Inbox inbox) {
    inbox.onRequest("player.kick", frame -> CompletableFuture.completedStage(kick(frame)));
    inbox.onRequest("player.send", this::send);
    inbox.on("player.message", this::message);
  }

  private JsonObject kick(JsonObject frame) {
    Optional<ProxyPlayer> player = playerOf(frame).filter(one -> isNamed(one, frame));
    Text reason = Markup.parse(Fields.text(frame, "message").orElse(""));
    player.ifPresent(one -> one.disconnect(reason));
    return player.isPresent() ? Answers.ok() : NOT_HERE;
  }

  /** A kick with a name is only for who is here under this name. */
  private static boolean isNamed(ProxyPlayer player, JsonObject frame) {
    return Fields.text(frame, "name").map(player.name()::equalsIgnoreCase).orElse(true);
  }

  private CompletionStage<JsonObject> send(JsonObject frame) {
    Optional<ProxyPlayer> player = playerOf(frame);
    if (player.isEmpty()) return CompletableFuture.completedStage(NOT_HERE);
    String server = Fields.text(frame, "server").orElse("");
    boolean isKnown = platform.servers().stream().anyMatch(one -> one.name().equals(server));
    if (!isKnown) {
      return CompletableFuture.completedStage(
          Answers.error("server_not_found", "This proxy does not know the server"));
    }
    return mover
        .move(player.get(), server)
        .thenApply(
            isThere ->
                isThere
                    ? Answers.ok()
                    : Answers.error("platform_unavailable", "The player could not be connected"));
  }

  private void message(JsonObject frame) {
    Text text = Markup.parse(Fields.text(frame, "message").orElse(""));
    Consumer<ProxyPlayer> show = showAs(Fields.text(frame, "style").orElse("chat"), text);
    Optional<String> server = Fields.text(frame, "server");
    if (frame.has("uuid")) {
      playerOf(frame).ifPresent(show);
    } else {
      sessions.all().stream()
          .filter(session -> server.isEmpty() || session.server().equals(server))
          .forEach(session -> show.accept(session.player()));
    }
  }

  private static Consumer<ProxyPlayer> showAs(String style, Text text) {
    return switch (style) {
      case "action-bar" -> player -> player.showActionBar(text);
      case "title" -> player -> player.showTitle(text, Text.EMPTY);
      default -> player -> player.send(text);
    };
  }

  private Optional<ProxyPlayer> playerOf(JsonObject frame) {
    return Fields.uuid(frame, "uuid").flatMap(sessions::of).map(Session::player);
  }
}
