package net.portcullis.agent.core.text;

import java.util.List;
import java.util.Optional;

/**
 * A text for players: runs of one style each, as {@code Markup} reads them, and what a click on it
 * does.
 *
 * @param click the command that a click runs, with its slash
 */
public record Text(List<Run> runs, Optional<String> click) {
  public static final Text EMPTY = new Text(List.of(), Optional.empty());

  public Text {
    runs = List.copyOf(runs);
  }

  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** The same text; a click on it runs this command. */
  public Text onClick(String command) {
    return new Text(runs, Optional.of(command));
  }

  /**
   * A part in one style.
   *
   * @param color {@code #RRGGBB} in upper case; empty for the default of the place where it is
   *     shown
   */
  public record Run(String text, Optional<String> color, List<Format> formats) {
    public Run {
      formats = List.copyOf(formats);
    }
  }

  /** The formats of the game, by the letter of their code. */
  public enum Format {
    OBFUSCATED('k'),
    BOLD('l'),
    STRIKETHROUGH('m'),
    UNDERLINED('n'),
    ITALIC('o');

    private final char letter;

    Format(char letter) {
      this.letter = letter;
    }

    public char letter() {
      return letter;
    }
  }
}
