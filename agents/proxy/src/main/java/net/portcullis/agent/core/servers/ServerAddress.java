package net.portcullis.agent.core.servers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of servers as the channel writes them: {@code host:port}, or {@code [IPv6]:port}. */
final class ServerAddress {
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})]|([A-Za-z0-9._-]{1,253})):([0-9]{1,5})");
  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");
  private static final int MAX_PORT = 65_535;

  private ServerAddress() {}

  /**
   * Names of hosts stay unresolved: to resolve one may take seconds, and its address may change.
   */
  static Optional<InetSocketAddress> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) return Optional.empty();
    int port = Integer.parseInt(form.group(3));
    if (port < 1 || port > MAX_PORT) return Optional.empty();
    Optional<String> ipv6 = Optional.ofNullable(form.group(1));
    String host = ipv6.orElse(form.group(2));
    if (ipv6.isEmpty() && !IPV4.matcher(host).matches()) {
      return Optional.of(InetSocketAddress.createUnresolved(host, port));
    }
    try {
      // No question to a name server: the text is an address.
      return Optional.of(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (UnknownHostException noAddress) {
      return Optional.empty();
    }
  }

  /** Empty for what has no form on the channel. */
  static Optional<String> write(InetSocketAddress address) {
    String host = address.getHostString();
    int zone = host.indexOf('%');
    if (zone >= 0) host = host.substring(0, zone);
    String text = (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    return FORM.matcher(text).matches() && address.getPort() > 0
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Whether both are the same host, as it is written, and port. */
  static boolean isSame(InetSocketAddress one, InetSocketAddress other) {
    return one.getPort() == other.getPort()
        && one.getHostString().equalsIgnoreCase(other.getHostString());
  }
}
