package net.portcullis.agent.core.command;

/** What staff give as the reason of a ban or kick. */
final class Reasons {
  static final int MAX_LENGTH = 255;
  static final String TOO_LONG = "A reason has at most " + MAX_LENGTH + " characters.";

  private Reasons() {}
}
