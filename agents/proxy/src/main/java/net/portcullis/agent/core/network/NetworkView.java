package net.portcullis.agent.core.network;

import java.util.Collection;
import java.util.Optional;

/**
 * What the coordinator said last of the network. It is kept while the coordinator is away, and read
 * again from the file after a restart of the proxy. Reads never block, and may come from any
 * thread.
 */
public interface NetworkView {
  /** Empty before the coordinator was ever heard of. */
  Optional<NetworkStatus> status();

  /** The coordinator's words, or those of the agent before it was ever heard of. */
  NetworkTexts texts();

  Collection<KnownServer> servers();

  Optional<KnownServer> server(String name);

  /** Called after a change of the servers or the status, on the agent's own thread. */
  void onChange(Runnable listener);
}
