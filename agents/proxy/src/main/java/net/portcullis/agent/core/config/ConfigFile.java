package net.portcullis.agent.core.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.portcullis.agent.core.files.PrivateFile;

/** The agent's {@code config.yml}. */
public final class ConfigFile {
  private static final long MAX_BYTES = 256 * 1024;

  private final Path path;

  public ConfigFile(Path folder) {
    path = folder.resolve("config.yml");
  }

  public Path path() {
    return path;
  }

  /** What holds before a file was read. */
  public static AgentConfig firstStart() {
    try {
      return ConfigReader.read(YamlSubset.read(ConfigText.firstStart()));
    } catch (ConfigException impossible) {
      throw new IllegalStateException("The file of the first start is wrong", impossible);
    }
  }

  /** Writes the file of the first start; leaves one that is there as it is. */
  public void createIfAbsent() throws IOException {
    if (Files.exists(path)) return;
    String text = ConfigText.firstStart();
    PrivateFile.replace(path, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Reads the file. The message of the exception is one line for its author. */
  public AgentConfig read() throws ConfigException {
    try {
      if (Files.size(path) > MAX_BYTES) throw new ConfigException("config.yml is too long");
      return ConfigReader.read(YamlSubset.read(Files.readString(path, StandardCharsets.UTF_8)));
    } catch (CharacterCodingException malformed) {
      throw new ConfigException("config.yml is not UTF-8");
    } catch (IOException error) {
      throw new ConfigException("config.yml cannot be read: " + error.getMessage());
    }
  }
}
