package net.portcullis.agent.core.session;

import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/** Who is on this proxy, one session a player. */
public interface Sessions {
  Collection<Session> all();

  Optional<Session> of(UUID uuid);
}
