package net.portcullis.agent.bungeecord;

import net.md_5.bungee.api.connection.Server;
import net.md_5.bungee.api.event.PluginMessageEvent;
import net.md_5.bungee.api.plugin.Listener;
import net.md_5.bungee.event.EventHandler;
import net.md_5.bungee.event.EventPriority;
import net.portcullis.agent.core.Agent;

/**
 * What game servers, and nobody else, say to the agent through a player's connection. Public, as
 * its methods: see LoginListener.
 */
public final class PayloadListener implements Listener {
  private final Agent agent;

  PayloadListener(Agent agent) {
    this.agent = agent;
  }

  /** A server or a client has sent a plugin message. */
  @EventHandler(priority = EventPriority.LOWEST)
  public void onPayload(PluginMessageEvent event) {
    if (!event.getTag().equals(BungeePlatform.CHANNEL)) return;
    // Before anything else: neither a player nor a server may reach the other on this channel.
    event.setCancelled(true);
    if (event.getSender() instanceof Server server) {
      agent.features().payloadFromServer(server.getInfo().getName(), event.getData());
    } else {
      agent.features().payloadFromPlayer();
    }
  }
}
