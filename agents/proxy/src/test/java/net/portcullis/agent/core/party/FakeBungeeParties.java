package net.portcullis.agent.core.party;

import de.simonsator.partyandfriends.api.pafplayers.OnlinePAFPlayer;
import de.simonsator.partyandfriends.api.pafplayers.PAFPlayer;
import de.simonsator.partyandfriends.api.pafplayers.PAFPlayerManager;
import de.simonsator.partyandfriends.api.party.PartyManager;
import de.simonsator.partyandfriends.api.party.PlayerParty;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The plugin as this kind of proxy has it. */
final class FakeBungeeParties {
  private FakeBungeeParties() {}

  static void start(Map<UUID, List<UUID>> parties) {
    PAFPlayerManager.instance =
        new PAFPlayerManager() {
          @Override
          public PAFPlayer getPlayer(UUID uuid) {
            return new Player(uuid);
          }
        };
    PartyManager.instance =
        new PartyManager() {
          @Override
          public PlayerParty getParty(OnlinePAFPlayer player) {
            List<UUID> members = parties.get(player.getUniqueId());
            return members == null ? null : new Party(members);
          }
        };
  }

  static void fail() {
    start(Map.of());
    PartyManager.instance =
        new PartyManager() {
          @Override
          public PlayerParty getParty(OnlinePAFPlayer player) {
            throw new IllegalStateException("database");
          }
        };
  }

  static void stop() {
    PAFPlayerManager.instance = null;
    PartyManager.instance = null;
  }

  private record Player(UUID uuid) implements OnlinePAFPlayer {
    @Override
    public UUID getUniqueId() {
      return uuid;
    }
  }

  private static final class Party extends PlayerParty {
    private final List<UUID> members;

    private Party(List<UUID> members) {
      this.members = members;
    }

    @Override
    public OnlinePAFPlayer getLeader() {
      return members.isEmpty() ? null : new Player(members.get(0));
    }

    @Override
    public List<OnlinePAFPlayer> getPlayers() {
      return members.stream().skip(1).<OnlinePAFPlayer>map(Player::new).toList();
    }
  }
}
