package de.simonsator.partyandfriends.api.pafplayers;

import java.util.UUID;

/** Stands in for the plugin's class of this name. */
public interface PAFPlayer {
  UUID getUniqueId();
}
