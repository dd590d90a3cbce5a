package net.portcullis.agent.core.party;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.ProxyPlatform;

/**
 * Parties of the plugin PartyAndFriends. It is reached by reflection, so that the agent runs
 * without it. Its classes have one package for each kind of proxy, and in older versions a party is
 * found by a player, not by a uuid.
 */
final class PartyAndFriends implements PartySource {
  private static final List<String> PLUGINS = List.of("PartyAndFriends", "partyandfriends");
  private static final List<String> PACKAGES =
      List.of("de.simonsator.partyandfriends.velocity.api.", "de.simonsator.partyandfriends.api.");

  private final ProxyPlatform platform;
  private Optional<Api> api = Optional.empty();
  private boolean hasFailed;

  PartyAndFriends(ProxyPlatform platform) {
    this.platform = platform;
  }

  @Override
  public Optional<List<PartyMembers>> partiesOf(Collection<UUID> players) {
    // The plugin may be loaded later than the agent.
    if (api.isEmpty()) api = find();
    if (api.isEmpty()) return Optional.empty();
    try {
      Map<UUID, PartyMembers> byLeader = new LinkedHashMap<>();
      for (UUID player : players) {
        api.get().partyOf(player).ifPresent(party -> byLeader.putIfAbsent(party.leader(), party));
      }
      hasFailed = false;
      return Optional.of(List.copyOf(byLeader.values()));
    } catch (ReflectiveOperationException | ClassCastException error) {
      if (!hasFailed) platform.log().warn("parties.unreadable", error);
      hasFailed = true;
      return Optional.empty();
    }
  }

  private Optional<Api> find() {
    for (String plugin : PLUGINS) {
      Optional<ClassLoader> loader = platform.pluginLoader(plugin);
      if (loader.isEmpty()) continue;
      for (String prefix : PACKAGES) {
        try {
          return Optional.of(new Api(loader.get(), prefix));
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
          // The next package may be the right one.
        }
      }
      if (!hasFailed) {
        platform.log().warn(Event.of("parties.unknown-version").with("plugin", plugin).line());
      }
      hasFailed = true;
    }
    return Optional.empty();
  }

  /** The plugin's classes. */
  private static final class Api {
    private final Method partyManager;
    private final Method playerManager;
    private final Method playerOf;
    private final Method partyOf;
    private final Method leader;
    private final Method members;
    private final Method uuid;
    private final Class<?> onlinePlayer;

    Api(ClassLoader loader, String prefix) throws ReflectiveOperationException {
      Class<?> manager = loader.loadClass(prefix + "party.PartyManager");
      Class<?> party = loader.loadClass(prefix + "party.PlayerParty");
      Class<?> players = loader.loadClass(prefix + "pafplayers.PAFPlayerManager");
      onlinePlayer = loader.loadClass(prefix + "pafplayers.OnlinePAFPlayer");
      partyManager = manager.getMethod("getInstance");
      partyOf = manager.getMethod("getParty", onlinePlayer);
      playerManager = players.getMethod("getInstance");
      playerOf = players.getMethod("getPlayer", UUID.class);
      leader = party.getMethod("getLeader");
      members = party.getMethod("getPlayers");
      uuid = loader.loadClass(prefix + "pafplayers.PAFPlayer").getMethod("getUniqueId");
    }

    Optional<PartyMembers> partyOf(UUID player) throws ReflectiveOperationException {
      Optional<Object> managers = call(partyManager, null);
      Optional<Object> players = call(playerManager, null);
      // Both are there only once the plugin has started.
      if (managers.isEmpty() || players.isEmpty()) return Optional.empty();
      Optional<Object> found =
          call(playerOf, players.get(), player).filter(onlinePlayer::isInstance);
      if (found.isEmpty()) return Optional.empty();
      Optional<Object> party = call(partyOf, managers.get(), found.get());
      if (party.isEmpty()) return Optional.empty();
      Optional<Object> first = call(leader, party.get());
      if (first.isEmpty()) return Optional.empty();
      Set<UUID> uuids = new LinkedHashSet<>();
      List<Object> all = new ArrayList<>(List.of(first.get()));
      call(members, party.get()).ifPresent(others -> all.addAll((Collection<?>) others));
      for (Object member : all) uuids.add((UUID) uuid.invoke(member));
      return Optional.of(new PartyMembers((UUID) uuid.invoke(first.get()), List.copyOf(uuids)));
    }

    private static Optional<Object> call(Method method, Object target, Object... arguments)
        throws ReflectiveOperationException {
      return Optional.ofNullable(method.invoke(target, arguments));
    }
  }
}
