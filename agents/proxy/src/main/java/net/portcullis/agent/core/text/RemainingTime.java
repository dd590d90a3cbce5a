package net.portcullis.agent.core.text;

import java.util.ArrayList;
import java.util.List;

/** The rest of a ban in words. */
public final class RemainingTime {
  private static final String[] UNITS = {"day", "hour", "minute", "second"};

  private RemainingTime() {}

  /** The largest unit and, unless it is zero, the next smaller one; at least a second. */
  public static String of(long milliseconds) {
    long seconds = Math.max(1, Math.floorDiv(milliseconds - 1, 1000L) + 1);
    long[] amounts = {
      seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60,
    };
    int first = 0;
    while (amounts[first] == 0) first += 1;
    List<String> words = new ArrayList<>();
    for (int at = first; at < Math.min(first + 2, amounts.length); at++) {
      long amount = amounts[at];
      if (amount > 0) words.add(amount + " " + UNITS[at] + (amount == 1 ? "" : "s"));
    }
    return String.join(" ", words);
  }
}
