package net.portcullis.agent.bungeecord;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import net.md_5.bungee.api.connection.Connection;

/** Where a connection comes from. */
final class BungeeAddress {
  private BungeeAddress() {}

  /** Without a port, and without asking any name service; empty where it is not known. */
  static String of(Connection connection) {
    return Optional.ofNullable(connection.getSocketAddress())
        .filter(InetSocketAddress.class::isInstance)
        .map(InetSocketAddress.class::cast)
        .flatMap(socket -> Optional.ofNullable(socket.getAddress()))
        .map(InetAddress::getHostAddress)
        .orElse("");
  }
}
