package net.portcullis.agent.core.servers;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.network.NetworkView;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** On which server a player comes. Called on the proxy's threads; answers from memory. */
final class ServerChoice {
  private final Supplier<AgentConfig> config;
  private final NetworkView network;
  private final ServerStates states;
  private final ServerPlaces places;
  private final RecentlySent sent;
  private final HubChoice hubs;
  private final Moves moves;
  private final Losses losses;
  private final Offers offers;

  ServerChoice(
      Supplier<AgentConfig> config,
      NetworkView network,
      ServerStates states,
      ServerPlaces places,
      RecentlySent sent,
      HubChoice hubs,
      Moves moves,
      Losses losses,
      Offers offers) {
    this.config = config;
    this.network = network;
    this.states = states;
    this.places = places;
    this.sent = sent;
    this.hubs = hubs;
    this.moves = moves;
    this.losses = losses;
    this.offers = offers;
  }

  /** Where a player who has joined goes first; empty leaves it to the proxy. */
  Optional<String> first(ProxyPlayer player) {
    return config.get().firstHub() ? hubs.take(player, Set.of()) : Optional.empty();
  }

  ConnectDecision beforeConnect(ProxyPlayer player, String server) {
    boolean isOrdered = moves.isExpected(player, server);
    Optional<Text> refusal = isOrdered ? Optional.empty() : refusal(player, server);
    if (refusal.isEmpty()) {
      sent.note(player, server);
      return new ConnectDecision.Proceed();
    }
    if (player.server().isPresent()) {
      offers.add(player, server);
      return new ConnectDecision.Refuse(ServerWords.withWait(refusal.get(), server));
    }
    Optional<String> hub = hubs.take(player, Set.of(server));
    return hub.isPresent()
        ? new ConnectDecision.Redirect(hub.get())
        : new ConnectDecision.Refuse(Markup.parse(network.texts().noServer()));
  }

  /** Why the server takes nobody, or nobody else. */
  Optional<Text> refusal(ProxyPlayer player, String server) {
    Optional<Text> closed =
        states.closed(server).map(why -> ServerWords.closed(network.texts(), why, server));
    if (closed.isPresent()) return closed;
    return network
        .server(server)
        .filter(known -> places.isFull(known, player))
        .map(known -> ServerWords.named(network.texts().serverFull(), server));
  }

  LossDecision lost(ProxyPlayer player, String server, Optional<Text> words) {
    Optional<Text> reason = words.filter(text -> !text.isEmpty());
    sent.forget(player);
    boolean staysElsewhere = player.server().filter(name -> !name.equals(server)).isPresent();
    if (staysElsewhere || !config.get().fallback()) return new LossDecision.Proceed();
    if (reason.isPresent() && isForPlayer(server, reason.get())) return new LossDecision.Proceed();
    Text message = reason.orElseGet(() -> ServerWords.named(network.texts().serverLost(), server));
    Set<String> lately = losses.add(player, server);
    if (lately.isEmpty()) return new LossDecision.Disconnect(message);
    Optional<String> hub = hubs.take(player, lately);
    // The proxy may have servers of which the coordinator knows nothing.
    if (hub.isEmpty()) return new LossDecision.Proceed();
    moves.expect(player, hub.get());
    if (!states.comesBack(server)) return new LossDecision.Fallback(hub.get(), message);
    offers.add(player, server);
    return new LossDecision.Fallback(hub.get(), ServerWords.withWait(message, server));
  }

  /** A server that is up and stays up has kicked this player: the proxy's own rules hold. */
  private boolean isForPlayer(String server, Text reason) {
    return states.closed(server).isEmpty() && !ServerWords.isShutdown(reason);
  }
}
