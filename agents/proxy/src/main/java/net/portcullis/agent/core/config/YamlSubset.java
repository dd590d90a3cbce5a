package net.portcullis.agent.core.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the part of YAML in which the agent's file is written: keys with values, keys below keys by
 * their indent, lists in brackets or one a line, and comments. What else YAML has is refused, so
 * that nothing is read in another way than its author meant.
 */
final class YamlSubset {
  private final Map<String, List<String>> values = new LinkedHashMap<>();
  private final Deque<Level> levels = new ArrayDeque<>();
  private String listKey = "";

  private YamlSubset() {}

  /** A key whose value is on the lines below it, which are further to the right. */
  private record Level(int indent, String prefix) {}

  /**
   * The values by their keys, with dots between the levels; one that is no list has one element.
   */
  static Map<String, List<String>> read(String text) throws ConfigException {
    YamlSubset reader = new YamlSubset();
    int number = 0;
    for (String line : text.split("\r\n|\r|\n", -1)) {
      number += 1;
      try {
        reader.readLine(number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line);
      } catch (ConfigException wrong) {
        throw new ConfigException("line " + number + ": " + wrong.getMessage());
      }
    }
    return reader.values;
  }

  private void readLine(String line) throws ConfigException {
    String content = line.strip();
    if (content.isEmpty() || content.startsWith("#")) return;
    String indent = line.substring(0, line.indexOf(content));
    if (indent.contains("\t")) throw new ConfigException("tabs cannot indent; use spaces");
    if (content.startsWith("- ") || content.equals("-")) {
      readItem(content.substring(1).strip());
      return;
    }
    listKey = "";
    int colon = content.indexOf(':');
    boolean isKey =
        colon > 0 && (colon == content.length() - 1 || content.charAt(colon + 1) == ' ');
    if (!isKey) throw new ConfigException("expected `key: value`");
    readKey(indent.length(), content.substring(0, colon).strip(), content.substring(colon + 1));
  }

  private void readItem(String item) throws ConfigException {
    if (listKey.isEmpty()) throw new ConfigException("this item belongs to no list");
    values.get(listKey).add(YamlScalar.read(item));
  }

  private void readKey(int indent, String key, String rest) throws ConfigException {
    while (!levels.isEmpty() && levels.peek().indent() >= indent) levels.pop();
    if (indent > 0 && levels.isEmpty()) {
      throw new ConfigException("this line is indented, and none above it has something below");
    }
    String path = levels.isEmpty() ? key : levels.peek().prefix() + "." + key;
    if (values.containsKey(path) && !values.get(path).isEmpty()) {
      throw new ConfigException("`" + path + "` stands twice");
    }
    String value = YamlScalar.withoutComment(rest);
    if (value.isEmpty()) {
      levels.push(new Level(indent, path));
      listKey = path;
      values.put(path, new ArrayList<>());
    } else if (value.startsWith("[")) {
      values.put(path, YamlScalar.readList(value));
    } else {
      values.put(path, List.of(YamlScalar.read(value)));
    }
  }
}
