package net.portcullis.agent.core;

import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.channel.Inbox;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.network.NetworkView;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.session.Sessions;
import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/**
 * What the features of the agent are built on.
 *
 * @param config what holds now; {@code /portcullis reload} changes it
 * @param random from 0 up to but not including 1
 */
public record AgentContext(
    ProxyPlatform platform,
    Coordinator coordinator,
    Inbox inbox,
    NetworkView network,
    Sessions sessions,
    AgentThread thread,
    Clock clock,
    DoubleSupplier random,
    Supplier<AgentConfig> config,
    AgentControl control) {}
