package de.simonsator.partyandfriends.velocity.api.pafplayers;

import java.util.UUID;

/** Stands in for the plugin's class of this name. */
public interface PAFPlayer {
  UUID getUniqueId();
}
