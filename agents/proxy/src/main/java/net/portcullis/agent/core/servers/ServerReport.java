package net.portcullis.agent.core.servers;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.channel.ListFrames;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyServer;

/** Tells the coordinator which servers the proxy has. On the agent's thread. */
final class ServerReport {
  private static final String FEATURE = "servers";
  private static final int MAX_SERVERS = 10_000;

  /** Names that the channel has a form for (docs/channel.md "Frames"). */
  private static final Pattern NAME =
      Pattern.compile(
          "(?!(?:\\.|\\.\\.|events)\\z)"
              + "(?:(?![/?#%\\u2800\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u3164\\uFFA0"
              + "\\uFE00-\\uFE0F\\x{E0100}-\\x{E01EF}])[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]){1,64}");

  private final ProxyPlatform platform;
  private final Coordinator coordinator;
  private List<JsonObject> reported = List.of();
  private int lastLeftOut;

  ServerReport(ProxyPlatform platform, Coordinator coordinator) {
    this.platform = platform;
    this.coordinator = coordinator;
  }

  /** After a {@code welcome}: the coordinator knows nothing. */
  void reportAll() {
    reported = entries();
    send();
  }

  /** Reports when something has changed since. */
  void look() {
    List<JsonObject> now = entries();
    if (now.equals(reported)) return;
    reported = now;
    send();
  }

  private void send() {
    if (!coordinator.features().contains(FEATURE)) return;
    ListFrames.of("proxy.servers", "servers", reported).forEach(coordinator::post);
  }

  private List<JsonObject> entries() {
    List<JsonObject> entries = new ArrayList<>();
    List<ProxyServer> servers = new ArrayList<>(platform.servers());
    servers.sort(Comparator.comparing(ProxyServer::name));
    for (ProxyServer server : servers) {
      if (entries.size() < MAX_SERVERS && NAME.matcher(server.name()).matches()) {
        entries.add(entryOf(server));
      }
    }
    int leftOut = servers.size() - entries.size();
    if (leftOut > lastLeftOut)
      platform.log().warn(Event.of("servers.not-reported").with("count", leftOut).line());
    lastLeftOut = leftOut;
    return entries;
  }

  private static JsonObject entryOf(ProxyServer server) {
    JsonObject entry = new JsonObject();
    entry.addProperty("name", server.name());
    entry.add(
        "address",
        ServerAddress.write(server.address())
            .<JsonElement>map(JsonPrimitive::new)
            .orElse(JsonNull.INSTANCE));
    return entry;
  }
}
