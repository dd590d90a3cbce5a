package de.simonsator.partyandfriends.velocity.api.party;

import de.simonsator.partyandfriends.velocity.api.pafplayers.OnlinePAFPlayer;
import java.util.List;

/** Stands in for the plugin's class of this name. */
public abstract class PlayerParty {
  public abstract OnlinePAFPlayer getLeader();

  public abstract List<OnlinePAFPlayer> getPlayers();
}
