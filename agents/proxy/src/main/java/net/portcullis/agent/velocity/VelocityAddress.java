package net.portcullis.agent.velocity;

import com.velocitypowered.api.proxy.InboundConnection;
import java.net.InetAddress;
import java.util.Optional;

/** Where a connection comes from. */
final class VelocityAddress {
  private VelocityAddress() {}

  /** Without a port, and without asking any name service; empty where it is not known. */
  static String of(InboundConnection connection) {
    return Optional.ofNullable(connection.getRemoteAddress())
        .flatMap(socket -> Optional.ofNullable(socket.getAddress()))
        .map(InetAddress::getHostAddress)
        .orElse("");
  }
}
