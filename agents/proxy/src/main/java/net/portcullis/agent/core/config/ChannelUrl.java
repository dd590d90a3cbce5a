package net.portcullis.agent.core.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** The URL of the channel of a coordinator. */
final class ChannelUrl {
  private ChannelUrl() {}

  /** Empty for a URL that is none of {@code ws, wss, http, https}, or has no host. */
  static Optional<URI> of(String coordinator) {
    try {
      URI base = new URI(coordinator.trim());
      String scheme = base.getScheme() == null ? "" : base.getScheme().toLowerCase(Locale.ROOT);
      String channelScheme =
          switch (scheme) {
            case "ws", "http" -> "ws";
            case "wss", "https" -> "wss";
            default -> "";
          };
      boolean isWhole = base.getQuery() == null && base.getFragment() == null;
      if (channelScheme.isEmpty() || base.getHost() == null || !isWhole) return Optional.empty();
      String path = base.getPath() == null ? "" : base.getPath().replaceAll("/+$", "");
      return Optional.of(
          new URI(
              channelScheme, null, base.getHost(), base.getPort(), path + "/channel", null, null));
    } catch (URISyntaxException malformed) {
      return Optional.empty();
    }
  }
}
