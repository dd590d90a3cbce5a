package net.portcullis.agent.bench;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Text;

/** A player who does nothing. */
record BenchPlayer(int number, UUID id, String name) implements ProxyPlayer {
  static BenchPlayer of(int number) {
    return new BenchPlayer(
        number, new UUID(0x4000L, 0x8000_0000_0000_0000L | number), "P" + number);
  }

  @Override
  public Optional<UUID> uuid() {
    return Optional.of(id);
  }

  @Override
  public String address() {
    return "10." + (number >> 16) + "." + (number >> 8 & 255) + "." + (number & 255);
  }

  @Override
  public int protocol() {
    return 769;
  }

  @Override
  public Optional<String> server() {
    return Optional.empty();
  }

  @Override
  public boolean hasPermission(String permission) {
    return false;
  }

  @Override
  public void send(Text text) {}

  @Override
  public void disconnect(Text reason) {}

  @Override
  public CompletionStage<Boolean> connect(String server) {
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public void showActionBar(Text text) {}

  @Override
  public void showTitle(Text title, Text subtitle) {}
}
