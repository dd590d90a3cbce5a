package net.portcullis.agent.velocity;

import com.velocitypowered.api.event.PostOrder;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.connection.PluginMessageEvent.ForwardResult;
import com.velocitypowered.api.proxy.ServerConnection;
import net.portcullis.agent.core.Agent;

/** What game servers, and nobody else, say to the agent through a player's connection. */
final class PayloadListener {
  private final Agent agent;

  PayloadListener(Agent agent) {
    this.agent = agent;
  }

  @Subscribe(order = PostOrder.FIRST, async = false)
  void onPayload(PluginMessageEvent event) {
    if (!event.getIdentifier().getId().equals(VelocityPlatform.CHANNEL.getId())) return;
    // Before anything else: neither a player nor a server may reach the other on this channel.
    event.setResult(ForwardResult.handled());
    if (event.getSource() instanceof ServerConnection server) {
      agent.features().payloadFromServer(server.getServerInfo().getName(), event.getData());
    } else {
      agent.features().payloadFromPlayer();
    }
  }
}
