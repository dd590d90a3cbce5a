package net.portcullis.agent.velocity;

import com.velocitypowered.api.event.connection.DisconnectEvent;
import com.velocitypowered.api.event.connection.DisconnectEvent.LoginStatus;
import com.velocitypowered.api.event.connection.LoginEvent;
import com.velocitypowered.api.event.connection.PostLoginEvent;
import com.velocitypowered.api.event.player.KickedFromServerEvent;
import com.velocitypowered.api.event.player.KickedFromServerEvent.DisconnectPlayer;
import com.velocitypowered.api.event.player.KickedFromServerEvent.Notify;
import com.velocitypowered.api.event.player.KickedFromServerEvent.RedirectPlayer;
import com.velocitypowered.api.event.player.KickedFromServerEvent.ServerKickResult;
import com.velocitypowered.api.event.player.PlayerChooseInitialServerEvent;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.event.player.ServerPreConnectEvent;
import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.proxy.ConnectionRequestBuilder;
import com.velocitypowered.api.proxy.ConnectionRequestBuilder.Status;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ServerConnection;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.title.Title;
import net.portcullis.agent.contract.Double;
import net.portcullis.agent.contract.ProxyDouble;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;

/** A player's way through Velocity. */
final class VelocityConnection implements ProxyDouble.Connection {
  private static final ProtocolVersion PROTOCOL = ProtocolVersion.MINECRAFT_1_21;

  final Player player;
  private final VelocityDouble proxy;
  private final String name;
  private final Set<String> permissions = new HashSet<>();
  private final List<String> read = new ArrayList<>();
  private Optional<RegisteredServer> server = Optional.empty();
  private Optional<String> end = Optional.empty();
  private boolean isWaiting = true;
  private boolean isIn;

  VelocityConnection(VelocityDouble proxy, String name) {
    this.proxy = proxy;
    this.name = name;
    this.player =
        new Double("player " + name)
            .with("getUsername", given -> name)
            .with("getUniqueId", given -> uuidOf(name))
            .with("getRemoteAddress", given -> address())
            .with("getProtocolVersion", given -> PROTOCOL)
            .with("hasPermission", given -> permissions.contains((String) given[0]))
            .with("getCurrentServer", given -> server.map(this::connectionTo))
            .with("sendMessage", given -> note("chat", (Component) given[0]))
            .with("sendActionBar", given -> note("bar", (Component) given[0]))
            .with("showTitle", given -> note("title", ((Title) given[0]).title()))
            .with("disconnect", given -> close((Component) given[0]))
            .with("createConnectionRequest", given -> request((RegisteredServer) given[0]))
            .as(Player.class);
  }

  static UUID uuidOf(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
  }

  void begin(Consumer<LoginEvent> before, Consumer<LoginEvent> after) {
    LoginEvent event = new LoginEvent(player);
    before.accept(event);
    proxy.events.fire(
        event,
        () -> {
          after.accept(event);
          isWaiting = false;
          if (event.getResult().isAllowed()) enter();
          else refuse(event.getResult().getReasonComponent().orElseThrow());
        });
  }

  private void refuse(Component reason) {
    close(reason);
  }

  private void enter() {
    isIn = true;
    proxy.connections.add(this);
    PostLoginEvent joined = new PostLoginEvent(player);
    PlayerChooseInitialServerEvent first =
        new PlayerChooseInitialServerEvent(player, proxy.serverNamed(ProxyDouble.LOBBY));
    proxy.events.fire(
        joined,
        () ->
            proxy.events.fire(
                first, () -> first.getInitialServer().ifPresent(target -> connect(target, true))));
  }

  private Status connect(RegisteredServer target, boolean isReported) {
    if (server.filter(target::equals).isPresent()) return Status.ALREADY_CONNECTED;
    ServerPreConnectEvent event = new ServerPreConnectEvent(player, target);
    proxy.events.fire(event, () -> {});
    Optional<RegisteredServer> allowed = event.getResult().getServer();
    if (allowed.isEmpty()) return Status.CONNECTION_CANCELLED;
    if (proxy.isDown(allowed.get())) {
      if (isReported) lose(allowed.get(), Component.text("refused"));
      return Status.SERVER_DISCONNECTED;
    }
    server = allowed;
    proxy.events.fire(new ServerPostConnectEvent(player, null), () -> {});
    return Status.SUCCESS;
  }

  private Object request(RegisteredServer target) {
    return new Double("request")
        .with(
            "connect", given -> CompletableFuture.completedFuture(resultOf(connect(target, false))))
        .as(ConnectionRequestBuilder.class);
  }

  private static ConnectionRequestBuilder.Result resultOf(Status status) {
    return new Double("result")
        .with("getStatus", given -> status)
        .as(ConnectionRequestBuilder.Result.class);
  }

  private void lose(RegisteredServer lost, Component reason) {
    boolean isStill = server.isPresent() && !server.get().equals(lost);
    ServerKickResult result = isStill ? Notify.create(reason) : DisconnectPlayer.create(reason);
    KickedFromServerEvent event = new KickedFromServerEvent(player, lost, reason, isStill, result);
    proxy.events.fire(event, () -> settle(event, isStill));
  }

  private void settle(KickedFromServerEvent event, boolean isStill) {
    if (!isStill) server = Optional.empty();
    if (event.getResult() instanceof RedirectPlayer redirect) {
      connect(redirect.getServer(), true);
      note("chat", redirect.getMessageComponent());
    } else if (event.getResult() instanceof DisconnectPlayer over) {
      close(over.getReasonComponent());
    } else if (event.getResult() instanceof Notify words) {
      note("chat", words.getMessageComponent());
    }
  }

  ServerConnection connectionTo(RegisteredServer target) {
    return new Double("connection")
        .with("getServerInfo", given -> target.getServerInfo())
        .with("getServer", given -> target)
        .as(ServerConnection.class);
  }

  private Object note(String where, Component text) {
    return read.add(where + " " + Markup.textOf(VelocityText.text(text)));
  }

  private Object close(Component reason) {
    if (end.isPresent()) return null;
    end = Optional.of(Markup.textOf(VelocityText.text(reason)));
    leave();
    return null;
  }

  @Override
  public Object handle() {
    return player;
  }

  @Override
  public Optional<ProxyPlayer> player() {
    return isIn ? Optional.of(proxy.platform().of(player)) : Optional.empty();
  }

  @Override
  public boolean isWaiting() {
    return isWaiting;
  }

  @Override
  public Optional<String> end() {
    return end;
  }

  @Override
  public Optional<String> server() {
    return server.map(target -> target.getServerInfo().getName());
  }

  @Override
  public List<String> read() {
    return read;
  }

  @Override
  public void go(String target) {
    connect(proxy.serverNamed(target), true);
  }

  @Override
  public void kickedFromServer(String words) {
    lose(server.orElseThrow(), Component.text(words));
  }

  @Override
  public void serverDies() {
    proxy.down.add(server().orElseThrow());
    lose(
        server.orElseThrow(),
        Component.translatable("velocity.error.internal-server-connection-error"));
  }

  @Override
  public void turnedAwayBy(String other) {
    lose(proxy.serverNamed(other), Component.text("no room"));
  }

  @Override
  public void leave() {
    proxy.connections.remove(this);
    LoginStatus status = isIn ? LoginStatus.SUCCESSFUL_LOGIN : LoginStatus.CANCELLED_BY_PROXY;
    proxy.events.fire(new DisconnectEvent(player, status), () -> {});
  }

  @Override
  public void permit(String permission) {
    permissions.add(permission);
  }
}
