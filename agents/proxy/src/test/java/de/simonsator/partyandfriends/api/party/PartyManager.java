package de.simonsator.partyandfriends.api.party;

import de.simonsator.partyandfriends.api.pafplayers.OnlinePAFPlayer;

/** Stands in for the plugin's class of this name. */
public abstract class PartyManager {
  public static PartyManager instance;

  public static PartyManager getInstance() {
    return instance;
  }

  public abstract PlayerParty getParty(OnlinePAFPlayer player);
}
