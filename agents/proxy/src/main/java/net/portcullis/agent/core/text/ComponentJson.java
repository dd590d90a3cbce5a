package net.portcullis.agent.core.text;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.portcullis.agent.core.text.Text.Format;
import net.portcullis.agent.core.text.Text.Run;

/** The game's JSON form of text, which both proxies read. */
public final class ComponentJson {
  /** The first protocol whose clients understand {@code #RRGGBB}: 1.16. */
  public static final int HEX_PROTOCOL = 735;

  private ComponentJson() {}

  /** For clients of this protocol; below 1.16 every colour becomes the nearest named one. */
  public static JsonObject of(Text text, int protocol) {
    boolean hexKnown = protocol >= HEX_PROTOCOL;
    List<JsonObject> parts = new ArrayList<>();
    for (Run run : hexKnown ? text.runs() : withNamedColors(text.runs())) {
      parts.add(partOf(run, hexKnown));
    }
    JsonObject component = wholeOf(parts);
    text.click().ifPresent(command -> component.add("clickEvent", clickOf(command)));
    return component;
  }

  private static JsonObject wholeOf(List<JsonObject> parts) {
    if (parts.size() == 1) return parts.get(0);
    JsonObject whole = new JsonObject();
    whole.addProperty("text", "");
    // New clients refuse an empty list.
    if (parts.isEmpty()) return whole;
    JsonArray extra = new JsonArray(parts.size());
    parts.forEach(extra::add);
    whole.add("extra", extra);
    return whole;
  }

  /** Proxies read this form, and write for each client the one that it knows. */
  private static JsonObject clickOf(String command) {
    JsonObject click = new JsonObject();
    click.addProperty("action", "run_command");
    click.addProperty("value", command);
    return click;
  }

  private static JsonObject partOf(Run run, boolean hexKnown) {
    JsonObject part = new JsonObject();
    part.addProperty("text", withoutSections(run.text()));
    run.color()
        .ifPresent(
            hex -> part.addProperty("color", hexKnown ? hex : NamedColor.nearest(hex).word()));
    for (Format format : run.formats()) {
      part.addProperty(format.name().toLowerCase(Locale.ROOT), true);
    }
    return part;
  }

  /** Neighbours that now look alike become one: a gradient has a colour a letter. */
  private static List<Run> withNamedColors(List<Run> runs) {
    List<Run> named = new ArrayList<>(runs.size());
    for (Run run : runs) {
      Optional<String> color = run.color().map(hex -> NamedColor.nearest(hex).hex());
      int last = named.size() - 1;
      if (last >= 0
          && named.get(last).color().equals(color)
          && named.get(last).formats().equals(run.formats())) {
        named.set(last, new Run(named.get(last).text() + run.text(), color, run.formats()));
      } else {
        named.add(new Run(run.text(), color, run.formats()));
      }
    }
    return named;
  }

  /** Clients read {@code §} as a code even inside a component. */
  private static String withoutSections(String text) {
    return text.replace("§", "");
  }
}
