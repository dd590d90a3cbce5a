package net.portcullis.agent.core.channel;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * What the agent says of itself.
 *
 * @param platform as in {@code hello.platform}
 * @param epoch the start of the agent's process, in epoch milliseconds; it stays for as long as the
 *     process runs
 * @param features those of docs/channel.md that the agent knows
 */
public record Hello(String platform, String version, long epoch, List<String> features) {
  public Hello {
    features = List.copyOf(features);
  }

  JsonObject frame(Link link) {
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "hello");
    frame.addProperty("role", "proxy");
    frame.addProperty("name", link.name());
    frame.addProperty("platform", platform);
    frame.addProperty("version", version);
    frame.addProperty("epoch", epoch);
    frame.addProperty("protocol", 1);
    JsonArray names = new JsonArray();
    features.forEach(names::add);
    frame.add("features", names);
    // A coordinator that does not know the key refuses the whole frame, so only who needs it says
    // it.
    if (link.behindEdge()) frame.addProperty("behindEdge", true);
    return frame;
  }
}
