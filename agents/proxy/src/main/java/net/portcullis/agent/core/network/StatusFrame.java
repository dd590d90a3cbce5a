package net.portcullis.agent.core.network;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.portcullis.agent.core.channel.Fields;

/** The status as the channel and the file write it. */
final class StatusFrame {
  private StatusFrame() {}

  /** Empty where a setting is missing that decides who may come in. */
  static Optional<NetworkStatus> read(JsonObject frame) {
    Optional<JsonObject> body = Fields.object(frame, "status");
    if (body.isEmpty()) return Optional.empty();
    JsonObject status = body.get();
    boolean isWhole =
        isFlag(status, "maintenance")
            && isFlag(status, "preventJoin")
            && Fields.number(status, "maxPlayers").isPresent();
    if (!isWhole) return Optional.empty();
    Set<String> bypass =
        Fields.texts(status, "maintenanceBypass").stream()
            .map(Ban::fold)
            .collect(Collectors.toSet());
    return Optional.of(
        new NetworkStatus(
            Fields.flag(status, "maintenance"),
            Fields.flag(status, "preventJoin"),
            Fields.count(status, "onlinePlayers"),
            Fields.count(status, "maxPlayers"),
            Fields.text(status, "motd").orElse(""),
            Fields.text(status, "maintenanceMotd").orElse(""),
            bypass));
  }

  static JsonObject write(NetworkStatus of) {
    JsonObject status = new JsonObject();
    status.addProperty("maintenance", of.maintenance());
    status.addProperty("preventJoin", of.preventJoin());
    status.addProperty("onlinePlayers", of.onlinePlayers());
    status.addProperty("maxPlayers", of.maxPlayers());
    status.addProperty("motd", of.motd());
    status.addProperty("maintenanceMotd", of.maintenanceMotd());
    JsonArray bypass = new JsonArray();
    of.bypass().stream().sorted().forEach(bypass::add);
    status.add("maintenanceBypass", bypass);
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "status");
    frame.add("status", status);
    return frame;
  }

  private static boolean isFlag(JsonObject status, String key) {
    return status.has(key)
        && status.get(key).isJsonPrimitive()
        && status.getAsJsonPrimitive(key).isBoolean();
  }
}
