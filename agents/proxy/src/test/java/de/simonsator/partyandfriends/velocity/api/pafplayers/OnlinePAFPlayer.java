package de.simonsator.partyandfriends.velocity.api.pafplayers;

/** Stands in for the plugin's class of this name. */
public interface OnlinePAFPlayer extends PAFPlayer {}
