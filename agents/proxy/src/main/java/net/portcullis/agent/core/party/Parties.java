package net.portcullis.agent.core.party;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiConsumer;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.channel.ListFrames;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.session.Session;

/** Reports the parties of this proxy to the coordinator, and lets them follow their leaders. */
public final class Parties {
  private static final long LOOK_EVERY_MS = 5_000;
  private static final int MOVES_AT_ONCE = 20;
  private static final long BETWEEN_MOVES_MS = 250;

  private final AgentContext context;
  private final List<PartySource> sources;
  private final Executor executor;
  private final PartyBook book = new PartyBook();
  private boolean isLooking;

  /** Whether there was ever a plugin: a proxy without one reports no parties at all. */
  private boolean hasSource;

  public Parties(AgentContext context) {
    this(context, List.of(new PartyAndFriends(context.platform())), ForkJoinPool.commonPool());
  }

  /**
   * @param executor on which plugins may block
   */
  Parties(AgentContext context, List<PartySource> sources, Executor executor) {
    this.context = context;
    this.sources = List.copyOf(sources);
    this.executor = executor;
    context.inbox().onWelcome(this::report);
    context.thread().every(LOOK_EVERY_MS, this::look);
  }

  /**
   * Has the members on this proxy follow a leader whom the coordinator has moved. To a hub only
   * those follow who were on the leader's server: an evacuation takes nobody out of a game
   * elsewhere.
   *
   * @param from where the leader was
   * @param move takes a player to a server
   */
  public void follow(
      ProxyPlayer leader,
      Optional<String> from,
      String server,
      BiConsumer<ProxyPlayer, String> move) {
    if (context.config().get().partiesFollow()) {
      context.thread().execute(() -> followNow(leader, from, server, move));
    }
  }

  private void followNow(
      ProxyPlayer leader,
      Optional<String> from,
      String server,
      BiConsumer<ProxyPlayer, String> move) {
    Optional<Party> party = leader.uuid().flatMap(book::ledBy);
    if (party.isEmpty()) return;
    boolean isHub = context.network().server(server).filter(KnownServer::isHub).isPresent();
    int followers = 0;
    for (UUID member : party.get().members()) {
      Optional<ProxyPlayer> found = context.sessions().of(member).map(Session::player);
      if (found.isEmpty() || found.get().equals(leader)) continue;
      ProxyPlayer player = found.get();
      if (player.server().equals(Optional.of(server))) continue;
      if (isHub && !player.server().equals(from)) continue;
      // A party of a thousand is not moved in one go.
      long delay = followers / MOVES_AT_ONCE * BETWEEN_MOVES_MS;
      followers++;
      context.thread().after(delay, () -> move.accept(player, server));
    }
  }

  private void look() {
    // A plugin whose database hangs is not asked again meanwhile.
    if (isLooking) return;
    isLooking = true;
    Set<UUID> here = new HashSet<>();
    for (Session session : context.sessions().all()) session.player().uuid().ifPresent(here::add);
    executor.execute(() -> ask(here));
  }

  private void ask(Set<UUID> here) {
    Optional<List<PartyMembers>> found = Optional.empty();
    try {
      for (PartySource source : sources) {
        if (found.isEmpty()) found = source.partiesOf(here);
      }
    } catch (RuntimeException | LinkageError error) {
      context.platform().log().warn("parties.unreadable", error);
    } finally {
      Optional<List<PartyMembers>> parties = found;
      context.thread().execute(() -> take(parties, here));
    }
  }

  private void take(Optional<List<PartyMembers>> found, Set<UUID> here) {
    isLooking = false;
    if (found.isEmpty()) return;
    boolean isFirst = !hasSource;
    hasSource = true;
    if (book.replace(found.get(), here, context.clock().now()) || isFirst) report();
  }

  private void report() {
    if (!hasSource) return;
    ListFrames.of("parties", "parties", book.parties().stream().map(Party::toJson).toList())
        .forEach(context.coordinator()::post);
  }
}
