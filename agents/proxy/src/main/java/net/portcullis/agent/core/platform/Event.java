package net.portcullis.agent.core.platform;

import com.google.gson.JsonPrimitive;
import java.util.regex.Pattern;

/** One line of the log: the event's name, then its fields. */
public final class Event {
  private static final Pattern ONE_WORD = Pattern.compile("[\\w.:/@+-]+");
  private static final int MAX_VALUE = 500;

  private final StringBuilder line;

  private Event(String name) {
    line = new StringBuilder(name);
  }

  /**
   * @param name a word of the area and one of what happened, as in {@code agent.link-lost}
   */
  public static Event of(String name) {
    return new Event(name);
  }

  public Event with(String field, long value) {
    line.append(' ').append(field).append('=').append(value);
    return this;
  }

  /** A value of several words is quoted, so that nobody's words look like another field or line. */
  public Event with(String field, String value) {
    String cut = value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "…";
    line.append(' ').append(field).append('=');
    line.append(ONE_WORD.matcher(cut).matches() ? cut : new JsonPrimitive(cut).toString());
    return this;
  }

  public String line() {
    return line.toString();
  }
}
