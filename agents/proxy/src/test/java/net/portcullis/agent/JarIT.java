package net.portcullis.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is in the finished jar, and what is not. */
final class JarIT {
  private static final Path JAR = Path.of("..", "dist", "portcullis-proxy.jar");

  private static List<JarEntry> files(JarFile jar) {
    return jar.stream().filter(entry -> !entry.isDirectory()).toList();
  }

  private static String textOf(JarFile jar, String name) throws IOException {
    try (InputStream content = jar.getInputStream(jar.getEntry(name))) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theJarHasOurOwnClassesOnly() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> classes =
          files(jar).stream().map(JarEntry::getName).filter(one -> one.endsWith(".class")).toList();
      assertFalse(classes.isEmpty());
      assertEquals(
          List.of(),
          classes.stream().filter(one -> !one.startsWith("net/portcullis/agent/")).toList());
    }
  }

  @Test
  void bothProxiesFindTheirPluginInIt() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      JsonObject velocity =
          JsonParser.parseString(textOf(jar, "velocity-plugin.json")).getAsJsonObject();
      String bungee = textOf(jar, "bungee.yml");
      assertEquals("portcullis", velocity.get("id").getAsString());
      assertTrue(bungee.contains("version: \"" + velocity.get("version").getAsString() + "\""));
      assertFalse(velocity.get("version").getAsString().contains("$"));
      for (String main :
          List.of(
              velocity.get("main").getAsString(), "net.portcullis.agent.bungeecord.BungeePlugin")) {
        assertTrue(jar.getEntry(main.replace('.', '/') + ".class") != null, main);
      }
      assertTrue(bungee.contains("main: net.portcullis.agent.bungeecord.BungeePlugin"));
    }
  }

  /** A moment of the build in any entry would make each build another jar. */
  @Test
  void everyEntryHasTheSameFixedTime() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Set<Integer> years =
          jar.stream().map(entry -> entry.getTimeLocal().getYear()).collect(Collectors.toSet());
      Set<Long> times = jar.stream().map(JarEntry::getTime).collect(Collectors.toSet());
      assertEquals(Set.of(2026), years);
      assertEquals(1, times.size());
    }
  }
}
