package net.portcullis.agent.core.channel;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes a list as frames that each fit the limit. */
public final class ListFrames {
  /** The longest frame that either side takes, in bytes. */
  public static final int MAX_FRAME_BYTES = 256 * 1024;

  /**
   * Characters of entries in one part. A character takes at most three bytes, so that a part fits
   * for any text.
   */
  private static final int MAX_PART_CHARACTERS = 64 * 1024;

  /** Of one entry, so that a part of its own has room for the frame's other keys. */
  private static final int MAX_ENTRY_BYTES = MAX_FRAME_BYTES - 8 * 1024;

  private ListFrames() {}

  /**
   * A list that fits one frame has no {@code part} and {@code last}. An entry that fits no frame is
   * left out, because a list without one of its parts would never be whole.
   *
   * @param type the frame's type, which stands first in each
   */
  public static List<JsonObject> of(String type, String key, Iterable<JsonObject> entries) {
    List<JsonArray> parts = new ArrayList<>();
    JsonArray part = new JsonArray();
    int characters = 0;
    for (JsonObject entry : entries) {
      String text = entry.toString();
      if (!fitsPart(text)) continue;
      if (!part.isEmpty() && characters + text.length() > MAX_PART_CHARACTERS) {
        parts.add(part);
        part = new JsonArray();
        characters = 0;
      }
      part.add(entry);
      characters += text.length() + 1;
    }
    parts.add(part);
    List<JsonObject> frames = new ArrayList<>(parts.size());
    for (int at = 0; at < parts.size(); at++) {
      JsonObject frame = new JsonObject();
      frame.addProperty("type", type);
      if (parts.size() > 1) {
        frame.addProperty("part", at + 1);
        frame.addProperty("last", at == parts.size() - 1);
      }
      frame.add(key, parts.get(at));
      frames.add(frame);
    }
    return frames;
  }

  private static boolean fitsPart(String text) {
    return text.length() <= MAX_PART_CHARACTERS
        || text.getBytes(StandardCharsets.UTF_8).length <= MAX_ENTRY_BYTES;
  }
}
