package net.portcullis.agent.core.channel;

import java.net.URI;
import net.portcullis.agent.core.config.Secret;

/**
 * How the agent reaches its coordinator, and as whom.
 *
 * @param url of the channel, as {code AgentConfig.coordinator} makes it
 */
public record Link(URI url, String name, Secret secret, boolean behindEdge) {}
