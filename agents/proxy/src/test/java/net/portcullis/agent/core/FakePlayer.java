package net.portcullis.agent.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/** A player who remembers what they read. */
public final class FakePlayer implements ProxyPlayer {
  private final String name;
  private final UUID uuid;

  public Optional<String> server = Optional.empty();
  public final Set<String> permissions = new HashSet<>();

  /** In the chat. */
  public final List<Text> chat = new ArrayList<>();

  public final List<String> actionBars = new ArrayList<>();
  public final List<String> titles = new ArrayList<>();
  public Optional<String> disconnected = Optional.empty();

  /** Servers to which the player was asked to connect. */
  public final List<String> connects = new ArrayList<>();

  /** Servers that take nobody. */
  public final Set<String> unreachable = new HashSet<>();

  /** What {@link #connect} answers later; without it it answers at once. */
  public Optional<CompletableFuture<Boolean>> pending = Optional.empty();

  /** Called when the player is asked to connect, as the proxy asks its plugins then. */
  public Runnable onConnect = () -> {};

  FakePlayer(String name, UUID uuid) {
    this.name = name;
    this.uuid = uuid;
  }

  /** The texts in the chat without their colours. */
  public List<String> read() {
    return chat.stream().map(Markup::textOf).toList();
  }

  public String lastRead() {
    return chat.isEmpty() ? "" : Markup.textOf(chat.get(chat.size() - 1));
  }

  /** What a click on the last text runs; empty for nothing. */
  public String lastClick() {
    return chat.isEmpty() ? "" : chat.get(chat.size() - 1).click().orElse("");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<UUID> uuid() {
    return Optional.of(uuid);
  }

  @Override
  public boolean hasPermission(String permission) {
    return permissions.contains(permission);
  }

  @Override
  public void send(Text text) {
    chat.add(text);
  }

  @Override
  public String address() {
    return "127.0.0.1";
  }

  @Override
  public int protocol() {
    return 767;
  }

  @Override
  public Optional<String> server() {
    return server;
  }

  @Override
  public void disconnect(Text reason) {
    disconnected = Optional.of(Markup.textOf(reason));
  }

  @Override
  public CompletionStage<Boolean> connect(String target) {
    connects.add(target);
    onConnect.run();
    if (pending.isPresent()) return pending.get();
    if (unreachable.contains(target)) return CompletableFuture.completedFuture(false);
    server = Optional.of(target);
    return CompletableFuture.completedFuture(true);
  }

  @Override
  public void showActionBar(Text text) {
    actionBars.add(Markup.textOf(text));
  }

  @Override
  public void showTitle(Text title, Text subtitle) {
    titles.add(Markup.textOf(title) + "|" + Markup.textOf(subtitle));
  }
}
