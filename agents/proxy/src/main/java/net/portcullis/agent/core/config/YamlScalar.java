package net.portcullis.agent.core.config;

import java.util.ArrayList;
import java.util.List;

/** One value of the file: plain, or in quotes. */
final class YamlScalar {
  /** What begins something of YAML that this reader does not have. */
  private static final String NOT_HERE = "&*!|>%@`{}";

  private YamlScalar() {}

  /** The text up to a comment, without white space around it. */
  static String withoutComment(String text) {
    char quote = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      boolean isStart = at == 0 || " [,".indexOf(text.charAt(at - 1)) >= 0;
      if (quote == 0 && (character == '"' || character == '\'') && isStart) quote = character;
      else if (quote == '"' && character == '\\') at += 1;
      else if (character == quote) quote = 0;
      else if (quote == 0 && character == '#' && isStart) return text.substring(0, at).strip();
    }
    return text.strip();
  }

  static String read(String text) throws ConfigException {
    String value = withoutComment(text);
    if (value.isEmpty()) return "";
    char first = value.charAt(0);
    if (first == '"' || first == '\'') return quoted(value, first);
    if (NOT_HERE.indexOf(first) >= 0) {
      throw new ConfigException("a value that begins with `" + first + "` has to stand in quotes");
    }
    if (value.contains(": ")) throw new ConfigException("a value with `: ` has to stand in quotes");
    return value;
  }

  static List<String> readList(String value) throws ConfigException {
    if (!value.endsWith("]")) throw new ConfigException("the list has no `]` on its line");
    List<String> items = new ArrayList<>();
    String inside = value.substring(1, value.length() - 1).strip();
    if (inside.isEmpty()) return items;
    for (String item : inside.split(",", -1)) {
      String read = read(item.strip());
      if (!read.isEmpty()) items.add(read);
    }
    return items;
  }

  private static String quoted(String value, char quote) throws ConfigException {
    if (value.length() < 2 || value.charAt(value.length() - 1) != quote) {
      throw new ConfigException("the quotes do not end on this line");
    }
    String inside = value.substring(1, value.length() - 1);
    return quote == '\'' ? inside.replace("''", "'") : unescaped(inside);
  }

  private static String unescaped(String inside) throws ConfigException {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < inside.length(); at++) {
      char character = inside.charAt(at);
      if (character == '"') throw new ConfigException("a quote inside quotes needs a backslash");
      if (character != '\\') {
        text.append(character);
        continue;
      }
      at += 1;
      char escaped = at < inside.length() ? inside.charAt(at) : 0;
      if (escaped != '"' && escaped != '\\') {
        throw new ConfigException("only \\\" and \\\\ are known after a backslash");
      }
      text.append(escaped);
    }
    return text.toString();
  }
}
