package net.portcullis.agent.core.network;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.portcullis.agent.core.channel.ListFrames;
import net.portcullis.agent.core.config.Secret;
import net.portcullis.agent.core.files.PrivateFile;

/**
 * The file of the last snapshot: frames, one a line, and an HMAC of them, so that somebody who can
 * write to the folder but does not know the secret cannot lift a ban.
 */
final class SnapshotFile {
  /** A file of a million bans has some 200 MB. */
  private static final long MAX_BYTES = 400L * 1024 * 1024;

  /** Bans that are made into frames at once, so that not all are in memory twice. */
  private static final int SLICE = 1_000;

  /** Signed too, so that a signature made for another purpose is not valid for a file. */
  private static final String PURPOSE = "portcullis proxy snapshot 1\n";

  private static final String ALGORITHM = "HmacSHA256";

  private final Path path;

  SnapshotFile(Path path) {
    this.path = path;
  }

  /** What became of reading the file. */
  enum Loaded {
    LOADED,
    ABSENT,
    /** Too big, broken, or signed with another secret. */
    UNUSABLE
  }

  void save(Snapshot snapshot, Secret secret) throws IOException {
    Mac signature = signer(secret);
    PrivateFile.replace(
        path,
        out -> {
          write(out, signature, framesOf(snapshot).iterator());
          out.write(text(signature).getBytes(StandardCharsets.UTF_8));
        });
  }

  /** Reads the file once, and no frame of it counts before its signature holds. */
  Loaded load(Secret secret, Consumer<JsonObject> frames) throws IOException {
    try {
      if (Files.size(path) > MAX_BYTES) return Loaded.UNUSABLE;
      byte[] bytes = Files.readAllBytes(path);
      int end = lastLine(bytes);
      if (!isSigned(secret, bytes, end)) return Loaded.UNUSABLE;
      int at = 0;
      while (at < end) {
        int next = lineEnd(bytes, at);
        String line = new String(bytes, at, next - at, StandardCharsets.UTF_8);
        frames.accept(JsonParser.parseString(line).getAsJsonObject());
        at = next + 1;
      }
      return Loaded.LOADED;
    } catch (NoSuchFileException absent) {
      return Loaded.ABSENT;
    }
  }

  private static boolean isSigned(Secret secret, byte[] bytes, int end) {
    Mac signature = signer(secret);
    signature.update(bytes, 0, end);
    byte[] given = Arrays.copyOfRange(bytes, end, bytes.length);
    return MessageDigest.isEqual(text(signature).getBytes(StandardCharsets.UTF_8), given);
  }

  /** Where the last line begins, which has the signature. */
  private static int lastLine(byte[] bytes) {
    int at = bytes.length;
    while (at > 0 && bytes[at - 1] != '\n') at -= 1;
    return at;
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\n') at += 1;
    return at;
  }

  private static void write(OutputStream out, Mac signature, Iterator<JsonObject> frames)
      throws IOException {
    while (frames.hasNext()) {
      byte[] line = (frames.next() + "\n").getBytes(StandardCharsets.UTF_8);
      signature.update(line);
      out.write(line);
    }
  }

  private static Stream<JsonObject> framesOf(Snapshot snapshot) {
    Stream<JsonObject> head =
        Stream.concat(
            snapshot.status().map(StatusFrame::write).stream(),
            Stream.of(TextsFrame.write(snapshot.texts())));
    List<JsonObject> servers = snapshot.servers().stream().map(ServerEntry::write).toList();
    return Stream.of(head, ListFrames.of("servers", "servers", servers).stream(), bansOf(snapshot))
        .flatMap(frames -> frames);
  }

  private static Stream<JsonObject> bansOf(Snapshot snapshot) {
    List<Ban> bans = snapshot.bans();
    int parts = Math.max(1, (bans.size() + SLICE - 1) / SLICE);
    return Stream.iterate(1, part -> part <= parts, part -> part + 1)
        .map(part -> bansPart(snapshot, part, parts));
  }

  private static JsonObject bansPart(Snapshot snapshot, int part, int parts) {
    List<Ban> bans = snapshot.bans();
    List<Ban> slice = bans.subList((part - 1) * SLICE, Math.min(bans.size(), part * SLICE));
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "bans");
    frame.addProperty("version", snapshot.banVersion());
    frame.addProperty("part", part);
    frame.addProperty("last", part == parts);
    JsonArray entries = new JsonArray(slice.size());
    for (Ban ban : slice) entries.add(ban.entry());
    frame.add("bans", entries);
    return frame;
  }

  private static String text(Mac signature) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.doFinal());
  }

  private static Mac signer(Secret secret) {
    try {
      Mac signature = Mac.getInstance(ALGORITHM);
      signature.init(new SecretKeySpec(secret.key(), ALGORITHM));
      signature.update(PURPOSE.getBytes(StandardCharsets.UTF_8));
      return signature;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every Java runtime has " + ALGORITHM, impossible);
    }
  }
}
