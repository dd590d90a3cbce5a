package net.portcullis.agent.core.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.portcullis.agent.core.network.NetworkTexts;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.text.Text.Format;
import net.portcullis.agent.core.text.Text.Run;

/** What players read about servers. */
final class ServerWords {
  private static final Optional<String> GRAY = Optional.of("#AAAAAA");
  private static final String SHUT_DOWN_KEY = "multiplayer.disconnect.server_shutdown";
  private static final List<String> SHUT_DOWN =
      List.of(SHUT_DOWN_KEY, "server closed", "server is restarting", "server shutting down");

  private ServerWords() {}

  static Text closed(NetworkTexts texts, ServerStates.Closed why, String server) {
    return named(
        switch (why) {
          case DRAINING -> texts.serverDraining();
          case DOWN -> texts.unreachable();
        },
        server);
  }

  /** The coordinator's template, with the server's name, which has no colours of its own. */
  static Text named(String template, String server) {
    return Markup.parse(template.replace("{server}", Markup.escape(server)));
  }

  /** A click on it joins the line of those who wait for the server. */
  static Text withWait(Text text, String server) {
    return clickable(text, "Click here to wait for it.", "/portcullis wait " + server);
  }

  /** A click on it moves the player. */
  static Text withGo(Text text, String server) {
    return text.onClick("/portcullis go " + server);
  }

  /**
   * Whether a server ends everybody's connection by these words, and not this player's alone. They
   * are those of the game and of the usual servers as they come.
   */
  static boolean isShutdown(Text reason) {
    String words = Markup.textOf(reason).strip().toLowerCase(Locale.ROOT);
    return SHUT_DOWN.stream().anyMatch(words::startsWith);
  }

  private static Text clickable(Text text, String hint, String command) {
    List<Run> runs = new ArrayList<>(text.runs());
    runs.add(new Run("\n" + hint, GRAY, List.of(Format.UNDERLINED)));
    return new Text(runs, Optional.of(command));
  }
}
