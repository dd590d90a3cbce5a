package net.portcullis.agent.core.command;

import com.google.gson.JsonObject;
import net.portcullis.agent.core.channel.Fields;

/** What the coordinator's errors mean to the staff who gave a command (docs/errors.md). */
final class ErrorWords {
  private ErrorWords() {}

  static String of(JsonObject error) {
    String code = Fields.text(error, "code").orElse("");
    return switch (code) {
      case "player_not_found" -> "There is no player of this name.";
      case "player_offline" -> "This player is not online.";
      case "player_already_banned" -> "This player is banned already.";
      case "player_not_banned", "ban_not_found" -> "This player is not banned.";
      case "server_not_found" -> "There is no server of this name.";
      case "not_permitted" ->
          "This proxy may not do that: bans need a secret that was made with --bans.";
      case "overloaded" -> "The coordinator has too much to do. Please try again in a moment.";
      case "storage_unavailable" -> "The database is away; nothing was changed.";
      case "platform_unavailable" -> "The proxy or server of this player did not do it.";
      default -> "The coordinator refused it: " + Fields.text(error, "detail").orElse(code);
    };
  }
}
