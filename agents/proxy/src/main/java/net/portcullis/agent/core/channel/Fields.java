package net.portcullis.agent.core.channel;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Reads fields of frames: what is absent, null or of another type is empty. */
public final class Fields {
  private static final int UUID_LENGTH = 36;

  private Fields() {}

  public static Optional<String> text(JsonObject frame, String key) {
    return primitive(frame, key).filter(JsonPrimitive::isString).map(JsonPrimitive::getAsString);
  }

  public static boolean flag(JsonObject frame, String key) {
    return primitive(frame, key)
        .filter(JsonPrimitive::isBoolean)
        .map(JsonPrimitive::getAsBoolean)
        .orElse(false);
  }

  public static OptionalLong number(JsonObject frame, String key) {
    Optional<JsonPrimitive> field = primitive(frame, key).filter(JsonPrimitive::isNumber);
    try {
      return field.isPresent()
          ? OptionalLong.of(field.get().getAsBigDecimal().longValueExact())
          : OptionalLong.empty();
    } catch (ArithmeticException | NumberFormatException notWhole) {
      return OptionalLong.empty();
    }
  }

  /** A whole number that is at least 0 and fits; what is greater is cut to what fits. */
  public static int count(JsonObject frame, String key) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, number(frame, key).orElse(0)));
  }

  /** A uuid as the channel writes it: dashed. */
  public static Optional<UUID> uuid(JsonObject frame, String key) {
    Optional<String> field = text(frame, key).filter(text -> text.length() == UUID_LENGTH);
    try {
      return field.map(UUID::fromString);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  public static Optional<JsonObject> object(JsonObject frame, String key) {
    JsonElement field = frame.get(key);
    return field != null && field.isJsonObject()
        ? Optional.of(field.getAsJsonObject())
        : Optional.empty();
  }

  /** The objects of a list; entries of another type are left out. */
  public static List<JsonObject> objects(JsonObject frame, String key) {
    JsonElement field = frame.get(key);
    if (field == null || !field.isJsonArray()) return List.of();
    List<JsonObject> objects = new ArrayList<>(field.getAsJsonArray().size());
    for (JsonElement entry : field.getAsJsonArray()) {
      if (entry.isJsonObject()) objects.add(entry.getAsJsonObject());
    }
    return objects;
  }

  /** The texts of a list; entries of another type are left out. */
  public static List<String> texts(JsonObject frame, String key) {
    JsonElement field = frame.get(key);
    if (field == null || !field.isJsonArray()) return List.of();
    JsonArray array = field.getAsJsonArray();
    List<String> texts = new ArrayList<>(array.size());
    for (JsonElement entry : array) {
      if (entry.isJsonPrimitive() && entry.getAsJsonPrimitive().isString()) {
        texts.add(entry.getAsString());
      }
    }
    return texts;
  }

  private static Optional<JsonPrimitive> primitive(JsonObject frame, String key) {
    JsonElement field = frame.get(key);
    return field != null && field.isJsonPrimitive()
        ? Optional.of(field.getAsJsonPrimitive())
        : Optional.empty();
  }
}
