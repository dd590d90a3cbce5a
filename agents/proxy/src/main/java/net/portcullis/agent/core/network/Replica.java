package net.portcullis.agent.core.network;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.channel.Inbox;
import net.portcullis.agent.core.channel.PartCollector;
import net.portcullis.agent.core.time.AgentThread;

/** The agent's copy of what the coordinator says of the network. */
public final class Replica implements NetworkView {
  private static final int MAX_SERVERS = 100_000;

  /** Changes often come together, such as those of a restart. */
  private static final long GATHER_MS = 50;

  private final AgentThread thread;
  private final PartCollector parts = new PartCollector("servers", MAX_SERVERS);
  private final BanList bans = new BanList();
  private final List<Runnable> listeners = new ArrayList<>();
  private final List<Runnable> keepers = new ArrayList<>();
  private volatile Optional<NetworkStatus> status = Optional.empty();
  private volatile NetworkTexts texts = NetworkTexts.DEFAULT;
  private volatile Map<String, KnownServer> servers = new ConcurrentHashMap<>();
  private boolean isNotifying;

  public Replica(AgentThread thread) {
    this.thread = thread;
  }

  /** Takes the frames that say something of the network. */
  public void listen(Inbox inbox) {
    inbox.on("status", this::applyStatus);
    inbox.on("status.count", this::applyCount);
    inbox.on("texts", this::applyTexts);
    inbox.on("servers", this::applyServers);
    inbox.on("server.add", this::applyServer);
    inbox.on("server.remove", this::removeServer);
    inbox.on("bans", this::applyBans);
    inbox.on("ban.add", this::addBan);
    inbox.on("ban.remove", this::removeBan);
  }

  @Override
  public Optional<NetworkStatus> status() {
    return status;
  }

  @Override
  public NetworkTexts texts() {
    return texts;
  }

  @Override
  public Collection<KnownServer> servers() {
    return Collections.unmodifiableCollection(servers.values());
  }

  @Override
  public Optional<KnownServer> server(String name) {
    return Optional.ofNullable(servers.get(name));
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Whether status and bans are known, so that logins can be decided. On the agent's thread. */
  public boolean isComplete() {
    return status.isPresent() && bans.isKnown();
  }

  /** The ban that holds for this player under this name. On the agent's thread. */
  public Optional<Ban> banOf(UUID uuid, String name, long now) {
    return bans.of(uuid, name, now);
  }

  /** Called at once after each change that the file has to have. */
  void onKeep(Runnable keeper) {
    keepers.add(keeper);
  }

  /** What the file keeps, as it is now. On the agent's thread. */
  Snapshot snapshot() {
    return new Snapshot(status, texts, List.copyOf(servers.values()), bans.version(), bans.all());
  }

  /** Applies a frame of the file. */
  void apply(JsonObject frame) {
    switch (Fields.text(frame, "type").orElse("")) {
      case "status" -> applyStatus(frame);
      case "texts" -> applyTexts(frame);
      case "servers" -> applyServers(frame);
      case "bans" -> applyBans(frame);
      default -> {}
    }
  }

  private void applyStatus(JsonObject frame) {
    Optional<NetworkStatus> next = StatusFrame.read(frame);
    if (next.isEmpty()) return;
    boolean isKept = !next.map(Replica::settings).equals(status.map(Replica::settings));
    status = next;
    changed(isKept);
  }

  private void applyCount(JsonObject frame) {
    int online = Fields.count(frame, "onlinePlayers");
    status = status.map(before -> counted(before, online));
    changed(false);
  }

  private void applyTexts(JsonObject frame) {
    NetworkTexts next = TextsFrame.read(frame);
    boolean isKept = !next.equals(texts);
    texts = next;
    changed(isKept);
  }

  private void applyServers(JsonObject frame) {
    Optional<List<JsonObject>> whole = parts.add(frame);
    if (whole.isEmpty()) return;
    Map<String, KnownServer> next = new ConcurrentHashMap<>();
    for (JsonObject entry : whole.get()) {
      ServerEntry.read(entry).ifPresent(server -> next.put(server.name(), server));
    }
    servers = next;
    changed(true);
  }

  private void applyServer(JsonObject frame) {
    Optional<KnownServer> server = Fields.object(frame, "server").flatMap(ServerEntry::read);
    if (server.isEmpty()) return;
    Optional<KnownServer> before =
        Optional.ofNullable(servers.put(server.get().name(), server.get()));
    changed(!before.map(ServerEntry::write).equals(server.map(ServerEntry::write)));
  }

  private void removeServer(JsonObject frame) {
    Fields.text(frame, "name").ifPresent(servers::remove);
    changed(true);
  }

  private void applyBans(JsonObject frame) {
    if (bans.replace(frame)) keep();
  }

  private void addBan(JsonObject frame) {
    long version = Fields.number(frame, "version").orElse(0);
    Fields.object(frame, "ban")
        .flatMap(Ban::of)
        .filter(ban -> bans.change(ban.uuid(), Optional.of(ban), version))
        .ifPresent(ban -> keep());
  }

  private void removeBan(JsonObject frame) {
    long version = Fields.number(frame, "version").orElse(0);
    Fields.uuid(frame, "uuid")
        .filter(uuid -> bans.change(uuid, Optional.empty(), version))
        .ifPresent(uuid -> keep());
  }

  /** The status but for what changes with every player. */
  private static NetworkStatus settings(NetworkStatus status) {
    return counted(status, 0);
  }

  private static NetworkStatus counted(NetworkStatus status, int online) {
    return new NetworkStatus(
        status.maintenance(),
        status.preventJoin(),
        online,
        status.maxPlayers(),
        status.motd(),
        status.maintenanceMotd(),
        status.bypass());
  }

  private void keep() {
    keepers.forEach(Runnable::run);
  }

  private void changed(boolean isKept) {
    if (isKept) keep();
    if (isNotifying) return;
    isNotifying = true;
    thread.after(
        GATHER_MS,
        () -> {
          isNotifying = false;
          listeners.forEach(Runnable::run);
        });
  }
}
