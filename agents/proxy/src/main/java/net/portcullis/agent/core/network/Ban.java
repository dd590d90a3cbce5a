package net.portcullis.agent.core.network;

import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import net.portcullis.agent.core.channel.Fields;

/**
 * A ban that holds.
 *
 * @param expires epoch milliseconds; 0 when permanent
 * @param banId what a refused player can give to staff
 * @param claimed it was set on a claim: it holds for the name, and for no other name that claims
 *     the uuid
 */
public record Ban(
    UUID uuid, String name, long expires, String reason, String banId, boolean claimed) {
  /** Empty for what is no ban. */
  static Optional<Ban> of(JsonObject entry) {
    Optional<UUID> uuid = Fields.uuid(entry, "uuid");
    OptionalLong expires = Fields.number(entry, "expires");
    if (uuid.isEmpty() || expires.isEmpty()) return Optional.empty();
    return Optional.of(
        new Ban(
            uuid.get(),
            Fields.text(entry, "name").orElse(""),
            expires.getAsLong(),
            Fields.text(entry, "reason").orElse(""),
            Fields.text(entry, "banId").orElse(""),
            Fields.flag(entry, "claimed")));
  }

  JsonObject entry() {
    JsonObject entry = new JsonObject();
    entry.addProperty("uuid", uuid.toString());
    entry.addProperty("name", name);
    entry.addProperty("expires", expires);
    entry.addProperty("reason", reason);
    entry.addProperty("banId", banId);
    if (claimed) entry.addProperty("claimed", true);
    return entry;
  }

  boolean holdsAt(long now) {
    return expires == 0 || now < expires;
  }

  String foldedName() {
    return fold(name);
  }

  /** The form in which names are compared. */
  public static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
