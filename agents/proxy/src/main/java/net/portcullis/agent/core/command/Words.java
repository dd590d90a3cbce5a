package net.portcullis.agent.core.command;

import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.text.Text.Run;

/** Answers to commands. What others have written in them is shown as it is, without markup. */
final class Words {
  private static final String GREEN = "#55FF55";
  private static final String RED = "#FF5555";
  private static final String GRAY = "#AAAAAA";

  private Words() {}

  static Text done(String words) {
    return in(GREEN, words);
  }

  static Text refused(String words) {
    return in(RED, words);
  }

  static Text info(String words) {
    return in(GRAY, words);
  }

  static Text usage(String usage) {
    return refused("Usage: " + usage);
  }

  private static Text in(String color, String words) {
    return new Text(List.of(new Run(words, Optional.of(color), List.of())), Optional.empty());
  }
}
