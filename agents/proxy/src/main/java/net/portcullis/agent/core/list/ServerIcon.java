package net.portcullis.agent.core.list;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.Log;

/** The picture beside the network in the server list. */
final class ServerIcon {
  private static final String FILE = "server-icon.png";
  private static final byte[] SIGNATURE = HexFormat.of().parseHex("89504e470d0a1a0a");
  private static final int SIDE = 64;
  private static final int WIDTH_AT = 16;
  private static final int HEIGHT_AT = 20;
  private static final int HEADER_BYTES = 24;

  /** In base64 it must fit into the answer of 32 767 characters, together with the message. */
  private static final int MAX_BYTES = 22_000;

  private ServerIcon() {}

  /** As a data URL; empty when there is none, or one that clients do not show, which is logged. */
  static Optional<String> load(Path folder, Log log) {
    Path path = folder.resolve(FILE);
    try {
      if (Files.size(path) > MAX_BYTES) return unusable(log, "it is larger than 22000 bytes");
      byte[] bytes = Files.readAllBytes(path);
      boolean isPng =
          bytes.length >= HEADER_BYTES
              && Arrays.equals(bytes, 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length);
      if (!isPng) return unusable(log, "it is not a PNG file");
      ByteBuffer header = ByteBuffer.wrap(bytes);
      if (header.getInt(WIDTH_AT) != SIDE || header.getInt(HEIGHT_AT) != SIDE) {
        return unusable(log, "it is not 64 by 64 pixels");
      }
      return Optional.of("data:image/png;base64," + Base64.getEncoder().encodeToString(bytes));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException error) {
      log.warn(Event.of("list.icon-unreadable").with("file", FILE).line(), error);
      return Optional.empty();
    }
  }

  private static Optional<String> unusable(Log log, String problem) {
    log.warn(Event.of("list.icon-unusable").with("file", FILE).with("problem", problem).line());
    return Optional.empty();
  }
}
