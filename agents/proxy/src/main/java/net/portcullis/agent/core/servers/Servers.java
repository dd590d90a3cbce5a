package net.portcullis.agent.core.servers;

import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.session.Session;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** The servers of the network at this proxy: which it has, and who comes to which. */
public final class Servers {
  /** How often the proxy's own servers are looked at: nothing says when they change. */
  private static final long LOOK_EVERY_MS = 30_000;

  private final AgentContext context;
  private final ServerSync sync;
  private final ServerReport report;
  private final RecentlySent sent;
  private final HubChoice hubs;
  private final ServerChoice choice;
  private final Moves moves;
  private final Losses losses;
  private final Offers offers;
  private final WaitingLine line;

  /** Of the servers of the coordinator, as they were last looked at. */
  private Map<String, Optional<String>> addresses = Map.of();

  public Servers(AgentContext context) {
    this.context = context;
    sync = new ServerSync(context.platform(), context.network());
    report = new ServerReport(context.platform(), context.coordinator());
    sent = new RecentlySent(context.clock());
    moves = new Moves(context.thread());
    losses = new Losses(context.clock());
    offers = new Offers(context.clock());
    ServerStates states = new ServerStates(context.coordinator(), context.network());
    ServerPlaces places = new ServerPlaces(context.coordinator(), context.sessions(), sent);
    hubs = new HubChoice(context.platform(), context.network(), places, sent, context.random());
    choice =
        new ServerChoice(
            context.config(), context.network(), states, places, sent, hubs, moves, losses, offers);
    line =
        new WaitingLine(
            context.network(),
            states,
            places,
            sent,
            moves,
            context.sessions(),
            context.thread(),
            context.clock());
    context.inbox().on("player.offer", this::offer);
    context.inbox().onWelcome(this::report);
    context.network().onChange(this::changed);
    context.thread().every(LOOK_EVERY_MS, this::look);
    context.thread().execute(this::look);
  }

  public Offers offers() {
    return offers;
  }

  public WaitingLine line() {
    return line;
  }

  /** As {@code AgentFeatures.firstServer}. */
  public Optional<String> first(ProxyPlayer player) {
    return choice.first(player);
  }

  /** As {@code AgentFeatures.beforeConnect}. */
  public ConnectDecision beforeConnect(ProxyPlayer player, String server) {
    return choice.beforeConnect(player, server);
  }

  /** As {@code AgentFeatures.lostServer}. */
  public LossDecision lost(ProxyPlayer player, String server, Optional<Text> reason) {
    return choice.lost(player, server, reason);
  }

  /** Why the player cannot go there now. */
  public Optional<Text> refusal(ProxyPlayer player, String server) {
    return choice.refusal(player, server);
  }

  /** The hub with the fewest players, for a player who wants to go there now. */
  public Optional<String> hubFor(ProxyPlayer player) {
    return hubs.take(player, Set.of());
  }

  /** Moves a player by order, whatever the state of the server. */
  public CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    return moves.move(player, server);
  }

  public void switched(ProxyPlayer player, String server) {
    sent.switched(player, server);
    line.switched(player, server);
  }

  public void left(ProxyPlayer player) {
    sent.forget(player);
    moves.left(player);
    losses.left(player);
    offers.left(player);
    line.left(player);
  }

  /** Counts of players change all the time; only names and addresses matter here. */
  private void changed() {
    Map<String, Optional<String>> now = new HashMap<>();
    for (KnownServer server : context.network().servers()) now.put(server.name(), server.address());
    if (now.equals(addresses)) return;
    addresses = now;
    look();
  }

  /** Brings the servers to the proxy, and reports what it has. On the agent's thread. */
  public void look() {
    sync.sync(context.config().get().serverSync());
    report.look();
  }

  private void report() {
    report.reportAll();
  }

  /** A way to another server by a click, such as the way back after a restart. */
  private void offer(JsonObject frame) {
    Optional<ProxyPlayer> player =
        Fields.uuid(frame, "uuid").flatMap(context.sessions()::of).map(Session::player);
    Optional<String> server = Fields.text(frame, "server");
    if (player.isEmpty() || server.isEmpty()) return;
    offers.add(player.get(), server.get());
    Text message = Markup.parse(Fields.text(frame, "message").orElse(server.get()));
    player.get().send(ServerWords.withGo(message, server.get()));
  }
}
