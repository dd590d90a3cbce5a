package net.portcullis.agent.core.network;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.channel.PartCollector;

/** The bans of the network, as the coordinator sent them. Used on the agent's thread alone. */
final class BanList {
  /** Far more than any network has; a faulty coordinator must not exhaust the proxy's memory. */
  private static final int MAX_BANS = 4_000_000;

  private final PartCollector parts = new PartCollector("bans", MAX_BANS);
  private Map<UUID, Ban> bans = new HashMap<>();

  /** Bans that were set on a claim, by the folded name for which they hold. */
  private Map<String, Set<UUID>> claimed = new HashMap<>();

  /** What came while a list is being received, and has to be applied to that list as well. */
  private Map<UUID, Optional<Ban>> meanwhile = new HashMap<>();

  private boolean isReceiving;
  private boolean isKnown;
  private long version;

  boolean isKnown() {
    return isKnown;
  }

  long version() {
    return version;
  }

  List<Ban> all() {
    return new ArrayList<>(bans.values());
  }

  /** The ban that holds for this player under this name. */
  Optional<Ban> of(UUID uuid, String name, long now) {
    String folded = Ban.fold(name);
    Ban own = bans.get(uuid);
    if (own != null && own.holdsAt(now) && (!own.claimed() || own.foldedName().equals(folded))) {
      return Optional.of(own);
    }
    return claimed.getOrDefault(folded, Set.of()).stream()
        .map(bans::get)
        .filter(ban -> ban.holdsAt(now))
        .findFirst();
  }

  /** Whether the list is another one now. */
  boolean replace(JsonObject frame) {
    if (PartCollector.isFirst(frame)) {
      meanwhile = new HashMap<>();
      isReceiving = true;
    }
    Optional<List<JsonObject>> whole = parts.add(frame);
    // An incomplete list is not used: the one before still holds, and the next connection has a new
    // one.
    if (whole.isEmpty()) return false;
    Map<UUID, Optional<Ban>> changes = meanwhile;
    meanwhile = new HashMap<>();
    isReceiving = false;
    bans = new HashMap<>();
    claimed = new HashMap<>();
    for (JsonObject entry : whole.get()) Ban.of(entry).ifPresent(this::put);
    isKnown = true;
    // The version of a coordinator that began anew with its database may be lower.
    version = Fields.number(frame, "version").orElse(0);
    changes.forEach((uuid, ban) -> set(uuid, ban, version));
    return true;
  }

  /**
   * A ban that is new or different, or no longer holds.
   *
   * @return whether anything changed
   */
  boolean change(UUID uuid, Optional<Ban> ban, long changedVersion) {
    if (isReceiving) meanwhile.put(uuid, ban);
    if (!isKnown) return false;
    set(uuid, ban, changedVersion);
    return true;
  }

  private void set(UUID uuid, Optional<Ban> ban, long changedVersion) {
    version = Math.max(version, changedVersion);
    remove(uuid);
    ban.ifPresent(this::put);
  }

  private void put(Ban ban) {
    bans.put(ban.uuid(), ban);
    if (ban.claimed()) {
      claimed.computeIfAbsent(ban.foldedName(), name -> new HashSet<>()).add(ban.uuid());
    }
  }

  private void remove(UUID uuid) {
    Ban before = bans.remove(uuid);
    if (before == null || !before.claimed()) return;
    claimed.computeIfPresent(
        before.foldedName(),
        (name, uuids) -> {
          uuids.remove(uuid);
          return uuids.isEmpty() ? null : uuids;
        });
  }
}
