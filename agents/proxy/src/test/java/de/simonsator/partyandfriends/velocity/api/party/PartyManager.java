package de.simonsator.partyandfriends.velocity.api.party;

import de.simonsator.partyandfriends.velocity.api.pafplayers.OnlinePAFPlayer;

/** Stands in for the plugin's class of this name. */
public abstract class PartyManager {
  public static PartyManager instance;

  public static PartyManager getInstance() {
    return instance;
  }

  public abstract PlayerParty getParty(OnlinePAFPlayer player);
}
