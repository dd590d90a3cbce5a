package net.portcullis.agent.core.text;

import java.util.Locale;
import java.util.Optional;

/** The sixteen colours that every version of the game knows, in the order of their codes. */
enum NamedColor {
  BLACK("#000000"),
  DARK_BLUE("#0000AA"),
  DARK_GREEN("#00AA00"),
  DARK_AQUA("#00AAAA"),
  DARK_RED("#AA0000"),
  DARK_PURPLE("#AA00AA"),
  GOLD("#FFAA00"),
  GRAY("#AAAAAA"),
  DARK_GRAY("#555555"),
  BLUE("#5555FF"),
  GREEN("#55FF55"),
  AQUA("#55FFFF"),
  RED("#FF5555"),
  LIGHT_PURPLE("#FF55FF"),
  YELLOW("#FFFF55"),
  WHITE("#FFFFFF");

  private static final String CODES = "0123456789abcdef";

  private final String hex;
  private final Hsv hsv;

  NamedColor(String hex) {
    this.hex = hex;
    this.hsv = Hsv.of(hex);
  }

  /** {@code #RRGGBB} in upper case. */
  String hex() {
    return hex;
  }

  /** As components name it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The colour of this code, which is in lower case. */
  static Optional<NamedColor> of(char code) {
    int at = CODES.indexOf(code);
    return at < 0 ? Optional.empty() : Optional.of(values()[at]);
  }

  /** What an old client gets instead of a colour; of two that are equally near, the first. */
  static NamedColor nearest(String hex) {
    Hsv wanted = Hsv.of(hex);
    NamedColor best = BLACK;
    float least = Float.POSITIVE_INFINITY;
    for (NamedColor color : values()) {
      float distance = wanted.distance(color.hsv);
      if (distance >= least) continue;
      least = distance;
      best = color;
    }
    return best;
  }
}
