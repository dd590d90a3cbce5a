package net.portcullis.agent.bungeecord;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.chat.TextComponent;
import net.md_5.bungee.api.chat.TranslatableComponent;
import net.md_5.bungee.chat.ComponentSerializer;
import net.portcullis.agent.core.text.ComponentJson;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.text.Text.Format;
import net.portcullis.agent.core.text.Text.Run;

/** Our texts and BungeeCord's. */
final class BungeeText {
  /** What a server says may be nested without end. */
  private static final int MAX_RUNS = 256;

  private BungeeText() {}

  static BaseComponent component(Text text, int protocol) {
    return ComponentSerializer.deserialize(ComponentJson.of(text, protocol).toString());
  }

  /** For the console, which shows every colour. */
  static BaseComponent component(Text text) {
    return component(text, ComponentJson.HEX_PROTOCOL);
  }

  /** What a server said, without clicks and hovers. */
  static Text text(BaseComponent component) {
    List<Run> runs = new ArrayList<>();
    collect(component, runs);
    return new Text(runs, Optional.empty());
  }

  private static void collect(BaseComponent component, List<Run> runs) {
    if (runs.size() >= MAX_RUNS) return;
    String own = wordsOf(component);
    if (!own.isEmpty()) runs.add(new Run(own, colorOf(component), formatsOf(component)));
    if (component.getExtra() == null) return;
    for (BaseComponent child : component.getExtra()) collect(child, runs);
  }

  private static String wordsOf(BaseComponent component) {
    if (component instanceof TextComponent text) return text.getText();
    if (component instanceof TranslatableComponent words) {
      return Optional.ofNullable(words.getFallback()).orElse(words.getTranslate());
    }
    return "";
  }

  /** BungeeCord answers white where there is no colour at all. */
  private static Optional<String> colorOf(BaseComponent component) {
    return Optional.ofNullable(component.getColor())
        .flatMap(color -> Optional.ofNullable(color.getColor()))
        .filter(color -> !Color.WHITE.equals(color))
        .map(color -> String.format(Locale.ROOT, "#%06X", color.getRGB() & 0xFFFFFF));
  }

  private static List<Format> formatsOf(BaseComponent component) {
    List<Format> formats = new ArrayList<>();
    if (component.isObfuscated()) formats.add(Format.OBFUSCATED);
    if (component.isBold()) formats.add(Format.BOLD);
    if (component.isStrikethrough()) formats.add(Format.STRIKETHROUGH);
    if (component.isUnderlined()) formats.add(Format.UNDERLINED);
    if (component.isItalic()) formats.add(Format.ITALIC);
    return formats;
  }
}
