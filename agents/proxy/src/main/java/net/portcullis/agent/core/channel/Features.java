package net.portcullis.agent.core.channel;

import java.util.List;

/** The features of docs/channel.md that this agent knows; the names stand there. */
public final class Features {
  public static final String CANCEL = "cancel";
  public static final String LEAVE_AT = "leave-at";
  public static final String SERVERS = "servers";
  public static final String RELAY = "relay";
  public static final String STAFF = "staff";

  public static final List<String> ALL =
      List.of(
          CANCEL, "claims", "count", "states", "texts", SERVERS, LEAVE_AT, RELAY, "behind",
          "styles", "offers", "notices", STAFF);

  private Features() {}
}
