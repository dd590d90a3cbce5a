package net.portcullis.agent.bungeecord;

import java.io.File;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.md_5.bungee.api.CommandSender;
import net.md_5.bungee.api.ServerPing;
import net.md_5.bungee.api.Title;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.chat.TextComponent;
import net.md_5.bungee.api.config.ListenerInfo;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.PendingConnection;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.event.LoginEvent;
import net.md_5.bungee.api.event.PluginMessageEvent;
import net.md_5.bungee.api.event.ProxyPingEvent;
import net.md_5.bungee.api.plugin.Command;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.api.plugin.PluginDescription;
import net.md_5.bungee.api.plugin.PluginManager;
import net.md_5.bungee.api.plugin.TabExecutor;
import net.md_5.bungee.api.scheduler.TaskScheduler;
import net.portcullis.agent.contract.Double;
import net.portcullis.agent.contract.ProxyDouble;
import net.portcullis.agent.contract.ScriptedAgent;
import net.portcullis.agent.core.text.Markup;

/** BungeeCord in memory, with its own event bus and its own plugin manager. */
final class BungeeDouble extends BungeeServer implements ProxyDouble {
  final List<BungeeConnection> connections = new ArrayList<>();
  final Set<String> down = new HashSet<>();
  final PluginManager plugins;
  private final Map<String, ServerInfo> servers = new HashMap<>();
  private final List<String> sent = new ArrayList<>();
  private final List<String> console = new ArrayList<>();
  private final List<Runnable> eachSecond = new ArrayList<>();
  private final Set<String> channels = new HashSet<>();
  private final BungeePlugin plugin;
  private final BungeePlatform platform;
  private final File folder;

  BungeeDouble(ScriptedAgent agent, Path folder) {
    this.folder = folder.toFile();
    for (String name : List.of(LOBBY, ARENA, GONE)) {
      InetSocketAddress address = InetSocketAddress.createUnresolved(name, 25_565);
      servers.put(name, constructServerInfo(name, address, "", false));
    }
    down.add(GONE);
    plugins = new PluginManager(this);
    PluginDescription description = new PluginDescription();
    description.setName("Portcullis");
    List<BungeePlatform> opened = new ArrayList<>();
    plugin =
        new BungeePlugin(
            this,
            description,
            proxy -> {
              opened.add((BungeePlatform) proxy);
              return agent;
            });
    PluginInit.init(plugin, this, description);
    plugin.onEnable();
    platform = opened.get(0);
  }

  /** A second goes by. */
  void tick() {
    eachSecond.forEach(Runnable::run);
  }

  ListenerInfo listener() {
    return new ListenerInfo(
        new InetSocketAddress(0),
        "own",
        10,
        10,
        List.of(LOBBY),
        false,
        Map.of(),
        "GLOBAL",
        false,
        false,
        0,
        false,
        false);
  }

  @Override
  public Logger getLogger() {
    Logger logger = Logger.getAnonymousLogger();
    logger.setLevel(Level.OFF);
    return logger;
  }

  @Override
  public PluginManager getPluginManager() {
    return plugins;
  }

  @Override
  public TaskScheduler getScheduler() {
    return new Double("scheduler")
        .with(
            "schedule",
            given -> {
              eachSecond.add((Runnable) given[1]);
              return null;
            })
        .as(TaskScheduler.class);
  }

  @Override
  public File getPluginsFolder() {
    return folder;
  }

  @Override
  public void registerChannel(String channel) {
    channels.add(channel);
  }

  @Override
  public Map<String, ServerInfo> getServers() {
    return servers;
  }

  @Override
  public ServerInfo getServerInfo(String name) {
    return servers.get(name);
  }

  @Override
  public ServerInfo constructServerInfo(
      String name, SocketAddress address, String motd, boolean restricted) {
    return new Double("server " + name)
        .with("getName", given -> name)
        .with("getSocketAddress", given -> address)
        .with("sendData", given -> send(name, given))
        .as(ServerInfo.class);
  }

  private boolean send(String server, Object[] given) {
    boolean anybody =
        connections.stream().anyMatch(one -> one.server().filter(server::equals).isPresent());
    if (!anybody) return false;
    String words = new String((byte[]) given[1], StandardCharsets.UTF_8);
    return sent.add(server + " " + given[0] + " " + words);
  }

  @Override
  public Collection<ProxiedPlayer> getPlayers() {
    return connections.stream().map(one -> one.player).toList();
  }

  @Override
  public ProxiedPlayer getPlayer(String name) {
    return getPlayers().stream()
        .filter(one -> one.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  @Override
  public ProxiedPlayer getPlayer(UUID uuid) {
    return getPlayers().stream()
        .filter(one -> one.getUniqueId().equals(uuid))
        .findFirst()
        .orElse(null);
  }

  @Override
  public Title createTitle() {
    List<BaseComponent> words = new ArrayList<>();
    Double title = new Double("title");
    Title self = title.as(Title.class);
    for (String ticks : List.of("subTitle", "fadeIn", "stay", "fadeOut")) {
      title.with(ticks, given -> self);
    }
    title.with(
        "title",
        given -> {
          words.add((BaseComponent) given[0]);
          return self;
        });
    title.with(
        "send",
        given -> {
          connections.stream()
              .filter(one -> one.player == given[0])
              .forEach(one -> one.note("title", words.get(0)));
          return self;
        });
    return self;
  }

  @Override
  public BungeePlatform platform() {
    return platform;
  }

  @Override
  public ProxyDouble.Connection login(String name) {
    return begun(name, false);
  }

  @Override
  public ProxyDouble.Connection loginRefusedBefore(String name) {
    BungeeConnection connection = new BungeeConnection(this, name);
    connection.begin(BungeeDouble::refuse);
    return connection;
  }

  @Override
  public ProxyDouble.Connection loginRefusedAfter(String name) {
    return begun(name, true);
  }

  private BungeeConnection begun(String name, boolean isRefusedLater) {
    BungeeConnection connection = new BungeeConnection(this, name);
    Plugin other = new OtherPlugin(this);
    List<LoginEvent> begun = new ArrayList<>();
    connection.begin(
        event -> {
          begun.add(event);
          if (isRefusedLater) event.registerIntent(other);
        });
    if (isRefusedLater) {
      refuse(begun.get(0));
      begun.get(0).completeIntent(other);
    }
    return connection;
  }

  private static void refuse(LoginEvent event) {
    event.setCancelled(true);
    event.setReason(new TextComponent("another plugin"));
  }

  @Override
  public Shown ping(int protocol) {
    PendingConnection client =
        new Double("client").with("getVersion", given -> protocol).as(PendingConnection.class);
    ServerPing own =
        new ServerPing(
            new ServerPing.Protocol("own", protocol),
            new ServerPing.Players(2, 1, new ServerPing.PlayerInfo[0]),
            new TextComponent("own words"),
            null);
    ProxyPingEvent event = new ProxyPingEvent(client, own, (answered, failure) -> {});
    plugins.callEvent(event);
    ServerPing ping = event.getResponse();
    return new Shown(
        Markup.textOf(BungeeText.text(ping.getDescriptionComponent())),
        ping.getPlayers().getOnline(),
        ping.getPlayers().getMax(),
        ping.getVersion().getName(),
        ping.getVersion().getProtocol(),
        Optional.ofNullable(ping.getFaviconObject()).map(icon -> icon.getEncoded()).orElse(""));
  }

  @Override
  public boolean serverSays(ProxyDouble.Connection player, String channel, String words) {
    BungeeConnection one = (BungeeConnection) player;
    return says(serverOf(one), one.player, channel, words);
  }

  @Override
  public boolean playerSays(ProxyDouble.Connection player, String channel, String words) {
    BungeeConnection one = (BungeeConnection) player;
    return says(one.player, serverOf(one), channel, words);
  }

  private net.md_5.bungee.api.connection.Connection serverOf(BungeeConnection one) {
    return one.connectionTo(getServerInfo(one.server().orElseThrow()));
  }

  private boolean says(
      net.md_5.bungee.api.connection.Connection sender,
      net.md_5.bungee.api.connection.Connection receiver,
      String channel,
      String words) {
    PluginMessageEvent event =
        new PluginMessageEvent(sender, receiver, channel, words.getBytes(StandardCharsets.UTF_8));
    return !plugins.callEvent(event).isCancelled();
  }

  @Override
  public List<String> sentToServers() {
    return sent;
  }

  private Command named(String name) {
    return plugins.getCommands().stream()
        .filter(one -> one.getKey().equals(name))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private CommandSender giver(Optional<ProxyDouble.Connection> source) {
    return source.<CommandSender>map(one -> ((BungeeConnection) one).player).orElseGet(this::root);
  }

  private CommandSender root() {
    return new Double("console")
        .with("hasPermission", given -> true)
        .with(
            "sendMessage",
            given -> console.add(Markup.textOf(BungeeText.text((BaseComponent) given[0]))))
        .as(CommandSender.class);
  }

  @Override
  public void command(Optional<ProxyDouble.Connection> source, String name, String... arguments) {
    named(name).execute(giver(source), arguments);
  }

  @Override
  public List<String> complete(
      Optional<ProxyDouble.Connection> source, String name, String... arguments) {
    List<String> found = new ArrayList<>();
    ((TabExecutor) named(name)).onTabComplete(giver(source), arguments).forEach(found::add);
    return found;
  }

  @Override
  public boolean mayGive(ProxyDouble.Connection player, String name) {
    return named(name).hasPermission(giver(Optional.of(player)));
  }

  @Override
  public List<String> console() {
    return console;
  }

  @Override
  public void stop() {
    plugin.onDisable();
  }
}
