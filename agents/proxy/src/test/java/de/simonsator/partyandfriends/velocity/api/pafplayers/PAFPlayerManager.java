package de.simonsator.partyandfriends.velocity.api.pafplayers;

import java.util.UUID;

/** Stands in for the plugin's class of this name. */
public abstract class PAFPlayerManager {
  public static PAFPlayerManager instance;

  public static PAFPlayerManager getInstance() {
    return instance;
  }

  public abstract PAFPlayer getPlayer(UUID uuid);
}
