package net.portcullis.agent.velocity;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.TextComponent;
import net.kyori.adventure.text.TranslatableComponent;
import net.kyori.adventure.text.format.TextColor;
import net.kyori.adventure.text.format.TextDecoration;
import net.kyori.adventure.text.serializer.gson.GsonComponentSerializer;
import net.portcullis.agent.core.text.ComponentJson;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.text.Text.Format;
import net.portcullis.agent.core.text.Text.Run;

/** Our texts and Velocity's. */
final class VelocityText {
  /** What a server says may be nested without end. */
  private static final int MAX_RUNS = 256;

  private static final Map<TextDecoration, Format> FORMATS =
      Map.of(
          TextDecoration.OBFUSCATED, Format.OBFUSCATED,
          TextDecoration.BOLD, Format.BOLD,
          TextDecoration.STRIKETHROUGH, Format.STRIKETHROUGH,
          TextDecoration.UNDERLINED, Format.UNDERLINED,
          TextDecoration.ITALIC, Format.ITALIC);

  private VelocityText() {}

  static Component component(Text text, int protocol) {
    return GsonComponentSerializer.gson().deserializeFromTree(ComponentJson.of(text, protocol));
  }

  /** For the console, which shows every colour. */
  static Component component(Text text) {
    return component(text, ComponentJson.HEX_PROTOCOL);
  }

  /** What a server said, without clicks and hovers. */
  static Text text(Component component) {
    List<Run> runs = new ArrayList<>();
    collect(component, Optional.empty(), EnumSet.noneOf(Format.class), runs);
    return new Text(runs, Optional.empty());
  }

  private static void collect(
      Component component, Optional<String> outer, Set<Format> around, List<Run> runs) {
    if (runs.size() >= MAX_RUNS) return;
    Optional<String> color =
        Optional.ofNullable(component.color())
            .map(TextColor::asHexString)
            .map(hex -> hex.toUpperCase(Locale.ROOT))
            .or(() -> outer);
    Set<Format> formats = EnumSet.noneOf(Format.class);
    FORMATS.forEach(
        (decoration, format) -> {
          TextDecoration.State state = component.decoration(decoration);
          boolean inherited = state == TextDecoration.State.NOT_SET && around.contains(format);
          if (inherited || state == TextDecoration.State.TRUE) formats.add(format);
        });
    String own = wordsOf(component);
    if (!own.isEmpty()) runs.add(new Run(own, color, List.copyOf(formats)));
    for (Component child : component.children()) collect(child, color, formats, runs);
  }

  private static String wordsOf(Component component) {
    if (component instanceof TextComponent text) return text.content();
    if (component instanceof TranslatableComponent words) {
      return Optional.ofNullable(words.fallback()).orElse(words.key());
    }
    return "";
  }
}
