package net.portcullis.agent.core.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files as a whole, which only the proxy's own account may read. */
public final class PrivateFile {
  private PrivateFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Whoever reads the file finds the old content or the new, and never a half. */
  public static void replace(Path path, Content content) throws IOException {
    Path next = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(next);
    try {
      write(next, content);
      move(next, path);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  private static void write(Path path, Content content) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(path, options, attributes(path));
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 64 * 1024)) {
      content.writeTo(out);
      out.flush();
      // Otherwise a power cut could leave an empty file under the final name.
      channel.force(true);
    }
  }

  private static FileAttribute<?>[] attributes(Path path) {
    boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException notHere) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
