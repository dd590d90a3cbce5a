package net.portcullis.agent.velocity;

import com.velocitypowered.api.proxy.ConnectionRequestBuilder.Status;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.kyori.adventure.title.Title;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Text;

/** A player of Velocity; equal only to the same connection. */
final class VelocityPlayer implements ProxyPlayer {
  private static final Title.Times TITLE_TIMES =
      Title.Times.times(Duration.ofMillis(250), Duration.ofMillis(2500), Duration.ofMillis(250));

  private final Player handle;
  private final ProxyServer proxy;

  VelocityPlayer(Player handle, ProxyServer proxy) {
    this.handle = handle;
    this.proxy = proxy;
  }

  @Override
  public String name() {
    return handle.getUsername();
  }

  @Override
  public Optional<UUID> uuid() {
    return Optional.of(handle.getUniqueId());
  }

  @Override
  public String address() {
    return VelocityAddress.of(handle);
  }

  @Override
  public int protocol() {
    return handle.getProtocolVersion().getProtocol();
  }

  @Override
  public Optional<String> server() {
    return handle.getCurrentServer().map(server -> server.getServerInfo().getName());
  }

  @Override
  public boolean hasPermission(String permission) {
    return handle.hasPermission(permission);
  }

  @Override
  public void send(Text text) {
    handle.sendMessage(VelocityText.component(text, protocol()));
  }

  @Override
  public void showActionBar(Text text) {
    handle.sendActionBar(VelocityText.component(text, protocol()));
  }

  @Override
  public void showTitle(Text title, Text subtitle) {
    handle.showTitle(
        Title.title(
            VelocityText.component(title, protocol()),
            VelocityText.component(subtitle, protocol()),
            TITLE_TIMES));
  }

  @Override
  public void disconnect(Text reason) {
    handle.disconnect(VelocityText.component(reason, protocol()));
  }

  @Override
  public CompletionStage<Boolean> connect(String server) {
    return proxy
        .getServer(server)
        .map(target -> handle.createConnectionRequest(target).connect())
        .map(done -> done.thenApply(result -> arrived(result.getStatus())))
        .map(done -> done.exceptionally(failure -> false))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  private static boolean arrived(Status status) {
    return status == Status.SUCCESS || status == Status.ALREADY_CONNECTED;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VelocityPlayer player && player.handle == handle;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(handle);
  }

  @Override
  public String toString() {
    return handle.getUsername();
  }
}
