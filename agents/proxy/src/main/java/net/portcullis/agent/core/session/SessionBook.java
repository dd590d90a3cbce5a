package net.portcullis.agent.core.session;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.channel.Features;
import net.portcullis.agent.core.channel.ListFrames;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.time.Clock;

/**
 * Who is on this proxy, and the reports of it. A session belongs to one connection: the end of
 * another connection of the same player does not end it. Changed on the agent's thread alone.
 */
public final class SessionBook implements Sessions {
  private final Coordinator coordinator;
  private final Clock clock;
  private final Map<UUID, Session> sessions = new ConcurrentHashMap<>();

  public SessionBook(Coordinator coordinator, Clock clock) {
    this.coordinator = coordinator;
    this.clock = clock;
  }

  @Override
  public Collection<Session> all() {
    return Collections.unmodifiableCollection(sessions.values());
  }

  @Override
  public Optional<Session> of(UUID uuid) {
    return Optional.ofNullable(sessions.get(uuid));
  }

  public int size() {
    return sessions.size();
  }

  /** Whether the session of this player is by this connection. */
  public boolean isCurrent(ProxyPlayer player) {
    return sessionOf(player).isPresent();
  }

  /**
   * @param at when, in epoch milliseconds
   */
  public void joined(ProxyPlayer player, long at) {
    Optional<UUID> uuid = player.uuid();
    if (uuid.isEmpty()) return;
    Optional<Session> before = of(uuid.get());
    if (before.isPresent() && before.get().player().equals(player)) return;
    // The proxy is about to end the older connection. Its session ends first, so that the leave of
    // the
    // new one will have the moment by which the coordinator knows it.
    before.ifPresent(this::reportLeave);
    long joinedAt = before.map(older -> Math.max(at, older.joinedAt() + 1)).orElse(at);
    Session session = new Session(player, joinedAt, Optional.empty());
    sessions.put(uuid.get(), session);
    JsonObject frame = frame("player.join", uuid.get());
    frame.addProperty("name", player.name());
    frame.addProperty("ip", player.address());
    if (knows(Features.LEAVE_AT)) frame.addProperty("joinedAt", joinedAt);
    coordinator.post(frame);
  }

  /**
   * @param at when, in epoch milliseconds
   */
  public void switched(ProxyPlayer player, String server, long at) {
    Optional<Session> current = sessionOf(player);
    if (current.isEmpty() || current.get().server().equals(Optional.of(server))) return;
    Session before = current.get();
    UUID uuid = player.uuid().orElseThrow();
    sessions.put(uuid, new Session(player, before.joinedAt(), Optional.of(server)));
    JsonObject frame = frame("player.switch", uuid);
    frame.addProperty("server", server);
    if (knows(Features.LEAVE_AT)) frame.addProperty("at", at);
    coordinator.post(frame);
  }

  /** Does nothing for a connection that is not, or no longer, the one of the player's session. */
  public void left(ProxyPlayer player) {
    Optional<Session> current = sessionOf(player);
    if (current.isEmpty()) return;
    sessions.remove(player.uuid().orElseThrow());
    reportLeave(current.get());
  }

  /** Reports everybody, after each {@code welcome}. */
  public void report() {
    List<JsonObject> entries = sessions.values().stream().map(SessionBook::entryOf).toList();
    ListFrames.of("players", "players", entries).forEach(coordinator::post);
  }

  /** Takes in whoever was on the proxy before the agent: a plugin can be loaded late. */
  public void adopt(Collection<? extends ProxyPlayer> players) {
    for (ProxyPlayer player : players) {
      Session session = new Session(player, clock.now(), player.server());
      player.uuid().ifPresent(uuid -> sessions.putIfAbsent(uuid, session));
    }
  }

  private Optional<Session> sessionOf(ProxyPlayer player) {
    return player.uuid().flatMap(this::of).filter(session -> session.player().equals(player));
  }

  private void reportLeave(Session session) {
    JsonObject frame = frame("player.leave", session.player().uuid().orElseThrow());
    if (knows(Features.LEAVE_AT)) frame.addProperty("joinedAt", session.joinedAt());
    coordinator.post(frame);
  }

  private boolean knows(String feature) {
    return coordinator.features().contains(feature);
  }

  private static JsonObject frame(String type, UUID uuid) {
    JsonObject frame = new JsonObject();
    frame.addProperty("type", type);
    frame.addProperty("uuid", uuid.toString());
    return frame;
  }

  private static JsonObject entryOf(Session session) {
    JsonObject entry = new JsonObject();
    entry.addProperty("uuid", session.player().uuid().orElseThrow().toString());
    entry.addProperty("name", session.player().name());
    entry.addProperty("ip", session.player().address());
    entry.add(
        "server",
        session.server().isPresent()
            ? new JsonPrimitive(session.server().get())
            : JsonNull.INSTANCE);
    entry.addProperty("joinedAt", session.joinedAt());
    return entry;
  }
}
