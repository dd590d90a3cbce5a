package net.portcullis.agent.bungeecord;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.md_5.bungee.api.ChatMessageType;
import net.md_5.bungee.api.ProxyServer;
import net.md_5.bungee.api.ServerConnectRequest;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.event.ServerConnectEvent.Reason;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Text;

/** A player of BungeeCord; equal only to the same connection. */
final class BungeePlayer implements ProxyPlayer {
  // In ticks of 50 ms: three seconds in all.
  private static final int FADE_TICKS = 5;
  private static final int STAY_TICKS = 50;

  private final ProxiedPlayer handle;
  private final ProxyServer proxy;
  private final Arrivals arrivals;

  BungeePlayer(ProxiedPlayer handle, ProxyServer proxy, Arrivals arrivals) {
    this.handle = handle;
    this.proxy = proxy;
    this.arrivals = arrivals;
  }

  @Override
  public String name() {
    return handle.getName();
  }

  @Override
  public Optional<UUID> uuid() {
    return Optional.of(handle.getUniqueId());
  }

  @Override
  public String address() {
    return BungeeAddress.of(handle);
  }

  @Override
  public int protocol() {
    return handle.getPendingConnection().getVersion();
  }

  @Override
  public Optional<String> server() {
    return Optional.ofNullable(handle.getServer()).map(server -> server.getInfo().getName());
  }

  @Override
  public boolean hasPermission(String permission) {
    return handle.hasPermission(permission);
  }

  @Override
  public void send(Text text) {
    handle.sendMessage(BungeeText.component(text, protocol()));
  }

  @Override
  public void showActionBar(Text text) {
    handle.sendMessage(ChatMessageType.ACTION_BAR, BungeeText.component(text, protocol()));
  }

  @Override
  public void showTitle(Text title, Text subtitle) {
    proxy
        .createTitle()
        .title(BungeeText.component(title, protocol()))
        .subTitle(BungeeText.component(subtitle, protocol()))
        .fadeIn(FADE_TICKS)
        .stay(STAY_TICKS)
        .fadeOut(FADE_TICKS)
        .send(handle);
  }

  @Override
  public void disconnect(Text reason) {
    handle.disconnect(BungeeText.component(reason, protocol()));
  }

  @Override
  public CompletionStage<Boolean> connect(String server) {
    ServerInfo target = proxy.getServerInfo(server);
    if (target == null) return CompletableFuture.completedFuture(false);
    if (server().filter(target.getName()::equals).isPresent()) {
      return CompletableFuture.completedFuture(true);
    }
    CompletionStage<Boolean> arrival = arrivals.await(handle, target.getName());
    handle.connect(
        ServerConnectRequest.builder()
            .target(target)
            .reason(Reason.PLUGIN)
            .retry(false)
            .callback((result, failure) -> gone(target, result))
            .build());
    return arrival;
  }

  private void gone(ServerInfo target, ServerConnectRequest.Result result) {
    if (result == ServerConnectRequest.Result.SUCCESS) return;
    if (result == ServerConnectRequest.Result.ALREADY_CONNECTING) return;
    arrivals.refused(handle, target.getName());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BungeePlayer player && player.handle == handle;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(handle);
  }

  @Override
  public String toString() {
    return handle.getName();
  }
}
