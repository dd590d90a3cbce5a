package net.portcullis.agent.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.portcullis.agent.core.text.Text.Format;
import net.portcullis.agent.core.text.Text.Run;

/**
 * Text with colours as admins write it: {@code #RRGGBB} anywhere, and the codes of the game after
 * {@code &} or {@code §}. A colour ends the formats before it. A backslash before {@code #}, {@code
 * &}, {@code §} or {@code \} makes them text. The coordinator reads it alike: both run the same
 * vectors.
 */
public final class Markup {
  // In this order: an escape, §x§R§R§G§G§B§B, a hex colour, a code. Anything else is text.
  private static final Pattern MARK =
      Pattern.compile(
          "\\\\([\\\\#&§])|[&§][xX]((?:[&§][0-9a-fA-F]){6})|[&§]?#([0-9a-fA-F]{6})"
              + "|[&§]([0-9a-fk-orA-FK-OR])");

  // Also at the end of the text, where markup could begin together with what is appended.
  private static final Pattern WOULD_MARK =
      Pattern.compile(
          "\\\\(?=[\\\\#&§]|\\z)|#(?=[0-9a-fA-F]{6}|[0-9a-fA-F]{0,5}\\z)"
              + "|[&§](?=[0-9a-fk-orxA-FK-ORX#]|\\z)");

  private Markup() {}

  /** No run is empty, and neighbours differ in style. */
  public static Text parse(String marked) {
    List<Run> runs = new ArrayList<>();
    Style style = Style.PLAIN;
    StringBuilder held = new StringBuilder();
    int at = 0;
    Matcher mark = MARK.matcher(marked);
    while (mark.find()) {
      held.append(marked, at, mark.start());
      at = mark.end();
      if (mark.group(1) != null) {
        held.append(mark.group(1));
        continue;
      }
      Style next = styleAfter(style, mark);
      if (next.isSame(style)) continue;
      flush(runs, style, held);
      style = next;
    }
    held.append(marked, at, marked.length());
    flush(runs, style, held);
    return new Text(runs, Optional.empty());
  }

  /** A text that is shown as it is, whatever is in it. */
  public static Text plain(String text) {
    return text.isEmpty()
        ? Text.EMPTY
        : new Text(List.of(new Run(text, Optional.empty(), List.of())), Optional.empty());
  }

  /** Escapes text so that nothing in it is read as markup. */
  public static String escape(String text) {
    return WOULD_MARK.matcher(text).replaceAll("\\\\$0");
  }

  /** The text without colours and formats. */
  public static String textOf(Text text) {
    StringBuilder plain = new StringBuilder();
    for (Run run : text.runs()) plain.append(run.text());
    return plain.toString();
  }

  private static void flush(List<Run> runs, Style style, StringBuilder held) {
    if (held.isEmpty()) return;
    int last = runs.size() - 1;
    // The style may be the previous one again, if nothing was written in the style between.
    if (last >= 0 && style.isSame(Style.of(runs.get(last)))) {
      Run before = runs.get(last);
      runs.set(last, new Run(before.text() + held, before.color(), before.formats()));
    } else {
      runs.add(new Run(held.toString(), style.color(), style.formats()));
    }
    held.setLength(0);
  }

  private static Style styleAfter(Style style, Matcher mark) {
    if (mark.group(3) != null) return Style.colored("#" + upper(mark.group(3)));
    if (mark.group(2) != null) {
      return Style.colored("#" + upper(mark.group(2).replaceAll("[&§]", "")));
    }
    char code = Character.toLowerCase(mark.group(4).charAt(0));
    for (Format format : Format.values()) if (format.letter() == code) return style.with(format);
    return NamedColor.of(code).map(color -> Style.colored(color.hex())).orElse(Style.PLAIN);
  }

  private static String upper(String hex) {
    return hex.toUpperCase(Locale.ROOT);
  }

  /** How a part of a text looks. */
  private record Style(Optional<String> color, List<Format> formats) {
    static final Style PLAIN = new Style(Optional.empty(), List.of());

    static Style of(Run run) {
      return new Style(run.color(), run.formats());
    }

    static Style colored(String hex) {
      return new Style(Optional.of(hex), List.of());
    }

    Style with(Format format) {
      if (formats.contains(format)) return this;
      List<Format> more = new ArrayList<>(formats);
      more.add(format);
      return new Style(color, List.copyOf(more));
    }

    boolean isSame(Style other) {
      return color.equals(other.color)
          && formats.size() == other.formats.size()
          && formats.containsAll(other.formats);
    }
  }
}
