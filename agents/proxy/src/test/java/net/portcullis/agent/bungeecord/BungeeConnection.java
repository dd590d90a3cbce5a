package net.portcullis.agent.bungeecord;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import net.md_5.bungee.api.ChatMessageType;
import net.md_5.bungee.api.ServerConnectRequest;
import net.md_5.bungee.api.ServerConnectRequest.Result;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.chat.TextComponent;
import net.md_5.bungee.api.config.ListenerInfo;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.PendingConnection;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.connection.Server;
import net.md_5.bungee.api.event.LoginEvent;
import net.md_5.bungee.api.event.PlayerDisconnectEvent;
import net.md_5.bungee.api.event.PostLoginEvent;
import net.md_5.bungee.api.event.ServerConnectEvent;
import net.md_5.bungee.api.event.ServerConnectEvent.Reason;
import net.md_5.bungee.api.event.ServerKickEvent;
import net.md_5.bungee.api.event.ServerSwitchEvent;
import net.portcullis.agent.contract.Double;
import net.portcullis.agent.contract.ProxyDouble;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;

/** A player's way through BungeeCord. */
final class BungeeConnection implements ProxyDouble.Connection {
  private static final int PROTOCOL = 767;

  final ProxiedPlayer player;
  private final PendingConnection pending;
  private final BungeeDouble proxy;
  private final Set<String> permissions = new HashSet<>();
  private final List<String> read = new ArrayList<>();
  private Queue<String> queue = new ArrayDeque<>(List.of(ProxyDouble.LOBBY));
  private Optional<ServerInfo> server = Optional.empty();
  private Optional<String> end = Optional.empty();
  private boolean isWaiting = true;
  private boolean isIn;
  private boolean isOpen = true;

  BungeeConnection(BungeeDouble proxy, String name) {
    this.proxy = proxy;
    UUID uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    ListenerInfo listener = proxy.listener();
    this.pending =
        new Double("connection of " + name)
            .with("getUniqueId", given -> uuid)
            .with("getName", given -> name)
            .with("getVersion", given -> PROTOCOL)
            .with("getSocketAddress", given -> address)
            .with("isConnected", given -> isOpen)
            .with("getListener", given -> listener)
            .as(PendingConnection.class);
    this.player =
        new Double("player " + name)
            .with("getUniqueId", given -> uuid)
            .with("getName", given -> name)
            .with("getSocketAddress", given -> address)
            .with("getPendingConnection", given -> pending)
            .with("hasPermission", given -> permissions.contains((String) given[0]))
            .with("getServer", given -> server.map(this::connectionTo).orElse(null))
            .with("sendMessage", this::message)
            .with("disconnect", given -> close((BaseComponent) given[0]))
            .with("connect", given -> connect((ServerConnectRequest) given[0]))
            .with("setServerJoinQueue", this::refill)
            .as(ProxiedPlayer.class, JoinQueue.class);
  }

  void begin(Consumer<LoginEvent> before) {
    LoginEvent event = new LoginEvent(pending, (result, failure) -> settle(result));
    before.accept(event);
    proxy.plugins.callEvent(event);
  }

  private void settle(LoginEvent event) {
    isWaiting = false;
    if (event.isCancelled()) {
      end = Optional.of(plain(event.getReason()));
      isOpen = false;
      proxy.tick();
      return;
    }
    isIn = true;
    proxy.connections.add(this);
    ServerInfo own = proxy.getServerInfo(ProxyDouble.LOBBY);
    proxy.plugins.callEvent(
        new PostLoginEvent(
            player,
            own,
            (joined, failure) -> connect(request(joined.getTarget(), Reason.JOIN_PROXY, true))));
  }

  private static ServerConnectRequest request(ServerInfo target, Reason reason, boolean retry) {
    return ServerConnectRequest.builder().target(target).reason(reason).retry(retry).build();
  }

  /** As BungeeCord does: done when the port answers, and with a retry only where it was asked. */
  private Object connect(ServerConnectRequest request) {
    ServerConnectEvent event =
        new ServerConnectEvent(player, request.getTarget(), request.getReason(), request);
    proxy.plugins.callEvent(event);
    if (event.isCancelled()) {
      answer(request, Result.EVENT_CANCEL);
      return null;
    }
    ServerInfo target = event.getTarget();
    boolean isDown = proxy.down.contains(target.getName());
    answer(request, isDown ? Result.FAIL : Result.SUCCESS);
    if (!isDown) {
      ServerInfo from = server.orElse(null);
      server = Optional.of(target);
      proxy.plugins.callEvent(new ServerSwitchEvent(player, from));
      return null;
    }
    Optional<ServerInfo> next = next(target.getName());
    if (request.isRetry() && next.isPresent()) {
      connect(request(next.get(), Reason.LOBBY_FALLBACK, true));
    } else if (server.isEmpty() || request.getReason() == Reason.SERVER_DOWN_REDIRECT) {
      close(new TextComponent("could not connect"));
    }
    return null;
  }

  private static void answer(ServerConnectRequest request, Result result) {
    if (request.getCallback() != null) request.getCallback().done(result, null);
  }

  private Optional<ServerInfo> next(String current) {
    while (!queue.isEmpty()) {
      String name = queue.remove();
      if (!name.equals(current)) return Optional.ofNullable(proxy.getServerInfo(name));
    }
    return Optional.empty();
  }

  private Object refill(Object[] given) {
    queue = new ArrayDeque<>();
    for (Object name : (Queue<?>) given[0]) queue.add((String) name);
    return null;
  }

  Server connectionTo(ServerInfo target) {
    return new Double("server connection")
        .with("getInfo", given -> target)
        .with("isConnected", given -> true)
        .as(Server.class);
  }

  private Object message(Object[] given) {
    boolean isBar = given[0] == ChatMessageType.ACTION_BAR;
    Object words = given[given.length - 1];
    note(isBar ? "bar" : "chat", (BaseComponent) words);
    return null;
  }

  void note(String where, BaseComponent words) {
    read.add(where + " " + plain(words));
  }

  private static String plain(BaseComponent words) {
    return Markup.textOf(BungeeText.text(words));
  }

  private Object close(BaseComponent words) {
    if (end.isPresent()) return null;
    end = Optional.of(plain(words));
    leave();
    return null;
  }

  @Override
  public Object handle() {
    return pending;
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
    return server.map(ServerInfo::getName);
  }

  @Override
  public List<String> read() {
    return read;
  }

  @Override
  public void go(String target) {
    connect(request(proxy.getServerInfo(target), Reason.COMMAND, false));
  }

  @Override
  public void kickedFromServer(String words) {
    ServerKickEvent event =
        new ServerKickEvent(
            player,
            server.orElseThrow(),
            new TextComponent(words),
            next(server().orElseThrow()).orElse(null),
            ServerKickEvent.State.CONNECTED);
    proxy.plugins.callEvent(event);
    if (event.isCancelled() && event.getCancelServer() != null) {
      connect(request(event.getCancelServer(), Reason.KICK_REDIRECT, false));
    } else {
      close(event.getReason());
    }
  }

  @Override
  public void serverDies() {
    proxy.down.add(server().orElseThrow());
    Optional<ServerInfo> next = next(server().orElseThrow());
    if (next.isPresent()) connect(request(next.get(), Reason.SERVER_DOWN_REDIRECT, false));
    else close(new TextComponent("lost connection"));
  }

  @Override
  public void turnedAwayBy(String other) {
    proxy.plugins.callEvent(
        new ServerKickEvent(
            player,
            proxy.getServerInfo(other),
            new TextComponent("no room"),
            null,
            ServerKickEvent.State.CONNECTING));
  }

  @Override
  public void leave() {
    isOpen = false;
    proxy.connections.remove(this);
    proxy.plugins.callEvent(new PlayerDisconnectEvent(player));
  }

  @Override
  public void permit(String permission) {
    permissions.add(permission);
  }
}
