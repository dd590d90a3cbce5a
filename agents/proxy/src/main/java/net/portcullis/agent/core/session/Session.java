package net.portcullis.agent.core.session;

import java.util.Optional;
import net.portcullis.agent.core.platform.ProxyPlayer;

/**
 * A player who has joined by this proxy.
 *
 * @param joinedAt epoch milliseconds
 */
public record Session(ProxyPlayer player, long joinedAt, Optional<String> server) {}
