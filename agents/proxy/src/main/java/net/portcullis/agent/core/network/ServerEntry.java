package net.portcullis.agent.core.network;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Optional;
import net.portcullis.agent.core.channel.Fields;

/** A server as the channel and the file write it. */
final class ServerEntry {
  private ServerEntry() {}

  /** Empty for an entry without a name. */
  static Optional<KnownServer> read(JsonObject entry) {
    return Fields.text(entry, "name")
        .map(
            name ->
                new KnownServer(
                    name,
                    Fields.text(entry, "type").orElse(""),
                    Fields.text(entry, "address"),
                    Fields.text(entry, "state"),
                    Fields.count(entry, "players"),
                    Fields.count(entry, "maxPlayers")));
  }

  /** Without what will not be true any more when the file is read. */
  static JsonObject write(KnownServer server) {
    JsonObject entry = new JsonObject();
    entry.addProperty("name", server.name());
    entry.addProperty("type", server.type());
    entry.add(
        "address",
        server.address().isPresent()
            ? new JsonPrimitive(server.address().get())
            : JsonNull.INSTANCE);
    return entry;
  }
}
