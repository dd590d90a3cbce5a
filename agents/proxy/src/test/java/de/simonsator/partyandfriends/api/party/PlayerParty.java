package de.simonsator.partyandfriends.api.party;

import de.simonsator.partyandfriends.api.pafplayers.OnlinePAFPlayer;
import java.util.List;

/** Stands in for the plugin's class of this name. */
public abstract class PlayerParty {
  public abstract OnlinePAFPlayer getLeader();

  public abstract List<OnlinePAFPlayer> getPlayers();
}
