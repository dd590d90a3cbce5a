package net.portcullis.agent.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RemainingTimeTest {
  @ParameterizedTest
  @CsvSource({
    "-5, 1 second",
    "0, 1 second",
    "1, 1 second",
    "1000, 1 second",
    "1001, 2 seconds",
    "60000, 1 minute",
    "61000, 1 minute 1 second",
    "3600000, 1 hour",
    "3601000, 1 hour",
    "5400000, 1 hour 30 minutes",
    "86400000, 1 day",
    "90061000, 1 day 1 hour",
    "172800000, 2 days",
  })
  void theLargestUnitAndTheNextSmallerOneAreSaid(long milliseconds, String words) {
    assertEquals(words, RemainingTime.of(milliseconds));
  }
}
