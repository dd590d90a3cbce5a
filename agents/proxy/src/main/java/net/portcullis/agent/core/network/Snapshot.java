package net.portcullis.agent.core.network;

import java.util.List;
import java.util.Optional;

/** What the file keeps of the network; it does not change any more. */
record Snapshot(
    Optional<NetworkStatus> status,
    NetworkTexts texts,
    List<KnownServer> servers,
    long banVersion,
    List<Ban> bans) {}
