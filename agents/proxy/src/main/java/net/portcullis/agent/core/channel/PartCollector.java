package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Puts the parts of a list together. A part out of order discards what was gathered, because half a
 * list must not be taken for the whole.
 */
public final class PartCollector {
  private final String key;
  private final int limit;
  private List<JsonObject> gathered = new ArrayList<>();
  private long expected = 1;

  /**
   * @param limit how many entries are held at most
   */
  public PartCollector(String key, int limit) {
    this.key = key;
    this.limit = limit;
  }

  /** Whether a list begins with this frame. */
  public static boolean isFirst(JsonObject frame) {
    return Fields.number(frame, "part").orElse(1) == 1;
  }

  /** The whole list, with its last part; empty before, and for a part out of order. */
  public Optional<List<JsonObject>> add(JsonObject frame) {
    OptionalLong part = Fields.number(frame, "part");
    List<JsonObject> entries = Fields.objects(frame, key);
    if (part.isEmpty()) {
      reset();
      return Optional.of(entries);
    }
    if (part.getAsLong() == 1) reset();
    if (part.getAsLong() != expected || gathered.size() + entries.size() > limit) {
      reset();
      return Optional.empty();
    }
    gathered.addAll(entries);
    expected += 1;
    if (!Fields.flag(frame, "last")) return Optional.empty();
    List<JsonObject> whole = gathered;
    reset();
    return Optional.of(whole);
  }

  private void reset() {
    gathered = new ArrayList<>();
    expected = 1;
  }
}
