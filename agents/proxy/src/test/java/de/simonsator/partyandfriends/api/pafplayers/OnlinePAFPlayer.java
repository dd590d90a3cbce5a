package de.simonsator.partyandfriends.api.pafplayers;

/** Stands in for the plugin's class of this name. */
public interface OnlinePAFPlayer extends PAFPlayer {}
