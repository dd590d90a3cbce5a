package net.portcullis.agent.core.config;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.config.AgentConfig.WhileAway;

/**
 * Makes a configuration of the values of a file. What is absent has the value of the first start.
 */
final class ConfigReader {
  private static final int MAX_NAME = 64;
  // Part of a URL's path at the coordinator.
  private static final Pattern NAME = Pattern.compile("[^\\s/?#%\\p{Cntrl}]{1," + MAX_NAME + "}");
  // It travels in a header.
  private static final Pattern SECRET = Pattern.compile("[\\x21-\\x7e]{16,256}");
  private static final Set<String> COMMANDS =
      Set.of("hub", "find", "send", "alert", "kick", "ban", "unban");

  private final Map<String, List<String>> values;
  private final Set<String> known = new HashSet<>();

  private ConfigReader(Map<String, List<String>> values) {
    this.values = values;
  }

  static AgentConfig read(Map<String, List<String>> given) throws ConfigException {
    Map<String, List<String>> values = new HashMap<>(YamlSubset.read(ConfigText.firstStart()));
    values.putAll(given);
    ConfigReader reader = new ConfigReader(values);
    AgentConfig config =
        new AgentConfig(
            reader.coordinator(),
            reader.name(),
            reader.secret(),
            reader.flag("behindEdge"),
            reader.choice("whileAway", WhileAway.class),
            reader.choice("unknown", Unknown.class) == Unknown.ALLOW,
            reader.choice("servers.sync", ServerSyncMode.class),
            reader.flag("servers.firstHub"),
            reader.flag("servers.fallback"),
            reader.flag("partiesFollow"),
            reader.flag("serverList"),
            reader.commands());
    reader.refuseUnknown();
    return config;
  }

  private enum Unknown {
    DENY,
    ALLOW
  }

  private URI coordinator() throws ConfigException {
    String url = one("coordinator");
    return ChannelUrl.of(url)
        .orElseThrow(
            () ->
                new ConfigException(
                    "`coordinator` is no URL such as ws://127.0.0.1:8080 (ws, wss, http or https)"));
  }

  private String name() throws ConfigException {
    String name = one("name");
    boolean isPlace = name.equals(".") || name.equals("..") || name.equals("events");
    if (isPlace || !NAME.matcher(name).matches()) {
      throw new ConfigException(
          "`name` has to have 1 to " + MAX_NAME + " characters, without spaces and / ? # %");
    }
    return name;
  }

  private Secret secret() throws ConfigException {
    String secret = one("secret");
    // The message does not repeat it: it goes to the log.
    if (!secret.isEmpty() && !SECRET.matcher(secret).matches()) {
      throw new ConfigException(
          "`secret` has to be as the coordinator showed it: 16 or more characters without spaces");
    }
    return new Secret(secret);
  }

  private boolean flag(String key) throws ConfigException {
    String value = one(key);
    if (value.equals("true") || value.equals("false")) return value.equals("true");
    throw new ConfigException("`" + key + "` has to be true or false");
  }

  private <E extends Enum<E>> E choice(String key, Class<E> choices) throws ConfigException {
    String value = one(key);
    Set<String> words = new TreeSet<>();
    for (E choice : choices.getEnumConstants()) {
      String word = choice.name().toLowerCase(Locale.ROOT);
      if (word.equals(value)) return choice;
      words.add(word);
    }
    throw new ConfigException("`" + key + "` has to be one of " + String.join(", ", words));
  }

  private Set<String> commands() throws ConfigException {
    known.add("commands");
    Set<String> commands = new HashSet<>(values.get("commands"));
    commands.remove("");
    for (String command : commands) {
      if (!COMMANDS.contains(command)) {
        throw new ConfigException(
            "`commands` has `" + command + "`, which is none of " + new TreeSet<>(COMMANDS));
      }
    }
    return commands;
  }

  private String one(String key) throws ConfigException {
    known.add(key);
    List<String> value = values.get(key);
    if (value.isEmpty()) return "";
    if (value.size() > 1) throw new ConfigException("`" + key + "` has to be one value, no list");
    return value.get(0);
  }

  /** A key with a typing mistake would otherwise silently not count. */
  private void refuseUnknown() throws ConfigException {
    for (String key : new TreeSet<>(values.keySet())) {
      boolean isGroup = values.get(key).isEmpty() && isPrefix(key + ".");
      if (!known.contains(key) && !isGroup) {
        throw new ConfigException("`" + key + "` is no setting of the agent");
      }
    }
  }

  private boolean isPrefix(String prefix) {
    return known.stream().anyMatch(key -> key.startsWith(prefix));
  }
}
