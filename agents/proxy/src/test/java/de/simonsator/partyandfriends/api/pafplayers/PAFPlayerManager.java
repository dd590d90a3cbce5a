package de.simonsator.partyandfriends.api.pafplayers;

import java.util.UUID;

/** Stands in for the plugin's class of this name. */
public abstract class PAFPlayerManager {
  public static PAFPlayerManager instance;

  public static PAFPlayerManager getInstance() {
    return instance;
  }

  public abstract PAFPlayer getPlayer(UUID uuid);
}
