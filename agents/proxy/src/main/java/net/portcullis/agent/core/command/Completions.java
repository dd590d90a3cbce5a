package net.portcullis.agent.core.command;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.platform.ProxyServer;

/** What could stand in place of an argument that is being written. */
final class Completions {
  private static final int MAX = 100;

  private final AgentContext context;

  Completions(AgentContext context) {
    this.context = context;
  }

  /** Players on this proxy: those elsewhere can be written all the same. */
  List<String> players(String begun) {
    return begunWith(begun, context.sessions().all().stream().map(s -> s.player().name()));
  }

  List<String> servers(String begun) {
    return begunWith(
        begun,
        Stream.concat(
            context.network().servers().stream().map(KnownServer::name),
            context.platform().servers().stream().map(ProxyServer::name)));
  }

  static List<String> of(String begun, Collection<String> words) {
    return begunWith(begun, words.stream());
  }

  private static List<String> begunWith(String begun, Stream<String> words) {
    String folded = begun.toLowerCase(Locale.ROOT);
    return words
        .filter(word -> word.toLowerCase(Locale.ROOT).startsWith(folded))
        .distinct()
        .sorted()
        .limit(MAX)
        .toList();
  }
}
