package net.portcullis.agent.core.servers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.network.NetworkView;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.session.Sessions;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/** Players who wait for a server that takes nobody now, in the order in which they came. */
public final class WaitingLine {
  private static final long LOOK_EVERY_MS = 500;
  private static final int LOOKS_PER_POSITION = 4;
  private static final int MOVES_PER_LOOK = 5;
  private static final long MAX_WAIT_MS = 10 * 60_000;
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_TRIES = 3;
  private static final long BETWEEN_TRIES_MS = 5_000;

  private final NetworkView network;
  private final ServerStates states;
  private final ServerPlaces places;
  private final RecentlySent sent;
  private final Moves moves;
  private final Sessions sessions;
  private final AgentThread thread;
  private final Clock clock;

  /** By server, in the order of coming. Only on the agent's thread, as all here. */
  private final Map<String, Map<ProxyPlayer, Waiter>> lines = new LinkedHashMap<>();

  private final Map<ProxyPlayer, String> serverOf = new LinkedHashMap<>();

  /** For {@code /portcullis status}, which any thread may ask. */
  private volatile int waiting;

  private int looks;

  WaitingLine(
      NetworkView network,
      ServerStates states,
      ServerPlaces places,
      RecentlySent sent,
      Moves moves,
      Sessions sessions,
      AgentThread thread,
      Clock clock) {
    this.network = network;
    this.states = states;
    this.places = places;
    this.sent = sent;
    this.moves = moves;
    this.sessions = sessions;
    this.thread = thread;
    this.clock = clock;
    thread.every(LOOK_EVERY_MS, this::look);
  }

  public int size() {
    return waiting;
  }

  /** Puts the player into the line of the server, or out of it who is in it already. */
  public void toggle(ProxyPlayer player, String server) {
    thread.execute(() -> toggleNow(player, server));
  }

  void switched(ProxyPlayer player, String server) {
    boolean isOwnChoice = !moves.isExpected(player, server);
    thread.execute(
        () -> {
          String wanted = serverOf.get(player);
          if (wanted != null && (isOwnChoice || wanted.equals(server))) remove(player);
        });
  }

  void left(ProxyPlayer player) {
    thread.execute(() -> remove(player));
  }

  private void toggleNow(ProxyPlayer player, String server) {
    if (!isHere(player)) return;
    String before = serverOf.get(player);
    remove(player);
    if (server.equals(before)) {
      say(player, "&7You no longer wait for " + Markup.escape(server) + "&7.");
    } else if (serverOf.size() >= MAX_WAITING) {
      say(player, "&cToo many players are waiting. Please try again later.");
    } else {
      add(player, server, new Waiter(clock.elapsed(), 0, 0));
      say(player, "&aYou wait for &f" + Markup.escape(server) + "&a. Stay, and you are moved.");
    }
  }

  private void add(ProxyPlayer player, String server, Waiter waiter) {
    lines.computeIfAbsent(server, name -> new LinkedHashMap<>()).put(player, waiter);
    serverOf.put(player, server);
    waiting = serverOf.size();
  }

  private void remove(ProxyPlayer player) {
    String server = serverOf.remove(player);
    if (server == null) return;
    Map<ProxyPlayer, Waiter> line = lines.get(server);
    line.remove(player);
    if (line.isEmpty()) lines.remove(server);
    waiting = serverOf.size();
  }

  private void look() {
    looks++;
    for (String server : List.copyOf(lines.keySet())) {
      dropLate(server);
      moveFrom(server);
      if (looks % LOOKS_PER_POSITION == 0) showPositions(server);
    }
  }

  private void dropLate(String server) {
    long since = clock.elapsed() - MAX_WAIT_MS;
    boolean isKnown = network.server(server).isPresent();
    for (ProxyPlayer player : waitingFor(server, waiter -> !isKnown || waiter.since <= since)) {
      remove(player);
      say(player, network.texts().unreachable());
    }
  }

  private void moveFrom(String server) {
    int places = network.server(server).map(this::placesNow).orElse(0);
    long now = clock.elapsed();
    List<ProxyPlayer> first = waitingFor(server, waiter -> waiter.notBefore <= now);
    for (ProxyPlayer player : first.subList(0, Math.min(places, first.size()))) {
      Waiter waiter = lines.get(server).get(player);
      remove(player);
      move(player, server, waiter);
    }
  }

  private int placesNow(KnownServer server) {
    return states.isOpen(server) ? Math.min(MOVES_PER_LOOK, places.free(server)) : 0;
  }

  private void move(ProxyPlayer player, String server, Waiter waiter) {
    sent.note(player, server);
    moves
        .move(player, server)
        .whenComplete(
            (arrived, error) -> {
              if (Boolean.TRUE.equals(arrived)) return;
              sent.forget(player);
              thread.execute(() -> notMoved(player, server, waiter));
            });
  }

  /** A server that has just come up may refuse the first: they keep their place for another try. */
  private void notMoved(ProxyPlayer player, String server, Waiter waiter) {
    if (serverOf.containsKey(player) || !isHere(player)) return;
    if (waiter.tries + 1 >= MAX_TRIES) {
      say(player, network.texts().unreachable());
      return;
    }
    Map<ProxyPlayer, Waiter> others = lines.getOrDefault(server, Map.of());
    lines.put(server, new LinkedHashMap<>());
    long notBefore = clock.elapsed() + BETWEEN_TRIES_MS;
    add(player, server, new Waiter(waiter.since, waiter.tries + 1, notBefore));
    lines.get(server).putAll(others);
  }

  private void showPositions(String server) {
    Map<ProxyPlayer, Waiter> line = lines.getOrDefault(server, Map.of());
    int position = 0;
    for (ProxyPlayer player : line.keySet()) {
      position++;
      String words = "&7Waiting for &f" + Markup.escape(server) + "&7: ";
      player.showActionBar(Markup.parse(words + position + " of " + line.size()));
    }
  }

  private List<ProxyPlayer> waitingFor(String server, Predicate<Waiter> which) {
    List<ProxyPlayer> players = new ArrayList<>();
    lines
        .getOrDefault(server, Map.of())
        .forEach(
            (player, waiter) -> {
              if (which.test(waiter)) players.add(player);
            });
    return players;
  }

  /** One who has left must not be in a line for ever. */
  private boolean isHere(ProxyPlayer player) {
    return player
        .uuid()
        .flatMap(sessions::of)
        .filter(session -> session.player().equals(player))
        .isPresent();
  }

  private static void say(ProxyPlayer player, String marked) {
    player.send(Markup.parse(marked));
  }

  /**
   * @param since by the clock that never jumps
   * @param notBefore of the next try
   */
  private record Waiter(long since, int tries, long notBefore) {}
}
