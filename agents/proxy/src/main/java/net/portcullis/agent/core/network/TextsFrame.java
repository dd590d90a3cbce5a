package net.portcullis.agent.core.network;

import com.google.gson.JsonObject;
import net.portcullis.agent.core.channel.Fields;

/** The network's texts as the channel and the file write them. */
final class TextsFrame {
  private TextsFrame() {}

  /** What is missing keeps the agent's own words. */
  static NetworkTexts read(JsonObject frame) {
    NetworkTexts own = NetworkTexts.DEFAULT;
    return new NetworkTexts(
        Fields.text(frame, "banned").orElse(own.banned()),
        Fields.text(frame, "bannedForever").orElse(own.bannedForever()),
        Fields.text(frame, "maintenance").orElse(own.maintenance()),
        Fields.text(frame, "joinPrevented").orElse(own.joinPrevented()),
        Fields.text(frame, "networkFull").orElse(own.networkFull()),
        Fields.text(frame, "noServer").orElse(own.noServer()),
        Fields.text(frame, "serverDraining").orElse(own.serverDraining()),
        Fields.text(frame, "serverFull").orElse(own.serverFull()),
        Fields.text(frame, "serverLost").orElse(own.serverLost()),
        Fields.text(frame, "unreachable").orElse(own.unreachable()),
        Fields.text(frame, "maintenanceVersion").orElse(own.maintenanceVersion()));
  }

  static JsonObject write(NetworkTexts texts) {
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "texts");
    frame.addProperty("banned", texts.banned());
    frame.addProperty("bannedForever", texts.bannedForever());
    frame.addProperty("maintenance", texts.maintenance());
    frame.addProperty("joinPrevented", texts.joinPrevented());
    frame.addProperty("networkFull", texts.networkFull());
    frame.addProperty("noServer", texts.noServer());
    frame.addProperty("serverDraining", texts.serverDraining());
    frame.addProperty("serverFull", texts.serverFull());
    frame.addProperty("serverLost", texts.serverLost());
    frame.addProperty("unreachable", texts.unreachable());
    frame.addProperty("maintenanceVersion", texts.maintenanceVersion());
    return frame;
  }
}
