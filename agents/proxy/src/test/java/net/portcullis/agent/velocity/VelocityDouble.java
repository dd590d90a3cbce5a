package net.portcullis.agent.velocity;

import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.CommandMeta;
import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.event.ResultedEvent.ComponentResult;
import com.velocitypowered.api.event.connection.PluginMessageEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyPingEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.plugin.PluginContainer;
import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.proxy.ConsoleCommandSource;
import com.velocitypowered.api.proxy.InboundConnection;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import com.velocitypowered.api.proxy.messages.ChannelMessageSource;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;
import com.velocitypowered.api.proxy.server.ServerPing;
import com.velocitypowered.api.util.Favicon;
import com.velocitypowered.api.util.ProxyVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.kyori.adventure.text.Component;
import net.portcullis.agent.contract.Double;
import net.portcullis.agent.contract.ProxyDouble;
import net.portcullis.agent.contract.ScriptedAgent;
import net.portcullis.agent.core.text.Markup;
import org.slf4j.helpers.NOPLogger;

/** Velocity in memory. */
final class VelocityDouble implements ProxyDouble {
  final VelocityEvents events = new VelocityEvents();
  final List<VelocityConnection> connections = new ArrayList<>();
  final Set<String> down = new HashSet<>();
  private final Map<String, RegisteredServer> servers = new LinkedHashMap<>();
  private final Map<String, SimpleCommand> commands = new HashMap<>();
  private final List<String> sent = new ArrayList<>();
  private final List<String> console = new ArrayList<>();
  private final Set<String> channels = new HashSet<>();
  private final VelocityPlatform platform;

  VelocityDouble(ScriptedAgent agent, Path folder) {
    for (String name : List.of(LOBBY, ARENA, GONE)) {
      add(new ServerInfo(name, InetSocketAddress.createUnresolved(name, 25_565)));
    }
    down.add(GONE);
    platform = new VelocityPlatform(proxy(), folder, new VelocityLog(NOPLogger.NOP_LOGGER));
    VelocityPlugin plugin = new VelocityPlugin(platform, opened -> agent);
    events.register(plugin, plugin);
    events.fire(new ProxyInitializeEvent(), () -> {});
  }

  private ProxyServer proxy() {
    return new Double("proxy")
        .with("getEventManager", given -> events)
        .with("getCommandManager", given -> commandManager())
        .with("getChannelRegistrar", given -> channelRegistrar())
        .with("getPluginManager", given -> pluginManager())
        .with("getVersion", given -> new ProxyVersion("Velocity", "nobody", "3"))
        .with("getAllServers", given -> List.copyOf(servers.values()))
        .with("getServer", given -> Optional.ofNullable(servers.get((String) given[0])))
        .with("registerServer", given -> add((ServerInfo) given[0]))
        .with("unregisterServer", given -> servers.remove(((ServerInfo) given[0]).getName()))
        .with("getAllPlayers", given -> connections.stream().map(one -> one.player).toList())
        .with("getPlayer", given -> playerBy(given[0]))
        .as(ProxyServer.class);
  }

  private Optional<?> playerBy(Object key) {
    return connections.stream()
        .map(one -> one.player)
        .filter(
            one ->
                key instanceof UUID
                    ? one.getUniqueId().equals(key)
                    : one.getUsername().equalsIgnoreCase((String) key))
        .findFirst();
  }

  /** As the proxy does: another address for a name is refused. */
  private RegisteredServer add(ServerInfo info) {
    if (servers.containsKey(info.getName())) throw new IllegalArgumentException(info.getName());
    RegisteredServer server =
        new Double("server " + info.getName())
            .with("getServerInfo", given -> info)
            .with("sendPluginMessage", given -> send(info.getName(), given))
            .as(RegisteredServer.class);
    servers.put(info.getName(), server);
    return server;
  }

  private boolean send(String server, Object[] given) {
    boolean anybody =
        connections.stream().anyMatch(one -> one.server().filter(server::equals).isPresent());
    if (!anybody) return false;
    String channel = ((ChannelIdentifier) given[0]).getId();
    return sent.add(server + " " + channel + " " + utf8((byte[]) given[1]));
  }

  private static String utf8(byte[] words) {
    return new String(words, StandardCharsets.UTF_8);
  }

  private CommandManager commandManager() {
    return new Double("commands")
        .with("metaBuilder", given -> meta((String) given[0]))
        .with("register", given -> register((CommandMeta) given[0], (SimpleCommand) given[1]))
        .as(CommandManager.class);
  }

  private record Names(List<String> all) implements CommandMeta {}

  private static CommandMeta.Builder meta(String name) {
    List<String> names = new ArrayList<>(List.of(name));
    Double builder = new Double("meta");
    CommandMeta.Builder self = builder.as(CommandMeta.Builder.class);
    builder
        .with(
            "aliases",
            given -> {
              names.addAll(Arrays.asList((String[]) given[0]));
              return self;
            })
        .with("plugin", given -> self)
        .with("build", given -> new Names(names));
    return self;
  }

  private Object register(CommandMeta meta, SimpleCommand command) {
    ((Names) meta).all().forEach(name -> commands.put(name, command));
    return null;
  }

  private ChannelRegistrar channelRegistrar() {
    return new Double("channels")
        .with(
            "register",
            given -> {
              for (ChannelIdentifier one : (ChannelIdentifier[]) given[0])
                channels.add(one.getId());
              return null;
            })
        .as(ChannelRegistrar.class);
  }

  private static PluginManager pluginManager() {
    return new Double("plugins")
        .with(
            "getPlugin",
            given ->
                given[0].equals("parties")
                    ? Optional.of(
                        new Double("plugin")
                            .with("getInstance", none -> Optional.of(Markup.plain("")))
                            .as(PluginContainer.class))
                    : Optional.empty())
        .as(PluginManager.class);
  }

  RegisteredServer serverNamed(String name) {
    return Optional.ofNullable(servers.get(name)).orElseThrow();
  }

  boolean isDown(RegisteredServer server) {
    return down.contains(server.getServerInfo().getName());
  }

  @Override
  public VelocityPlatform platform() {
    return platform;
  }

  @Override
  public Connection login(String name) {
    VelocityConnection connection = new VelocityConnection(this, name);
    connection.begin(event -> {}, event -> {});
    return connection;
  }

  @Override
  public Connection loginRefusedBefore(String name) {
    VelocityConnection connection = new VelocityConnection(this, name);
    connection.begin(
        event -> event.setResult(ComponentResult.denied(Component.text("another plugin"))),
        event -> {});
    return connection;
  }

  @Override
  public Connection loginRefusedAfter(String name) {
    VelocityConnection connection = new VelocityConnection(this, name);
    connection.begin(
        event -> {},
        event -> event.setResult(ComponentResult.denied(Component.text("another plugin"))));
    return connection;
  }

  @Override
  public Shown ping(int protocol) {
    InboundConnection client =
        new Double("client")
            .with(
                "getProtocolVersion",
                given ->
                    protocol < 735 ? ProtocolVersion.MINECRAFT_1_8 : ProtocolVersion.MINECRAFT_1_21)
            .as(InboundConnection.class);
    ServerPing own =
        ServerPing.builder()
            .version(new ServerPing.Version(protocol, "own"))
            .description(Component.text("own words"))
            .onlinePlayers(1)
            .maximumPlayers(2)
            .build();
    ProxyPingEvent event = new ProxyPingEvent(client, own);
    events.fire(event, () -> {});
    ServerPing ping = event.getPing();
    ServerPing.Players players = ping.getPlayers().orElseThrow();
    return new Shown(
        Markup.textOf(VelocityText.text(ping.getDescriptionComponent())),
        players.getOnline(),
        players.getMax(),
        ping.getVersion().getName(),
        ping.getVersion().getProtocol(),
        ping.getFavicon().map(Favicon::getBase64Url).orElse(""));
  }

  @Override
  public boolean serverSays(Connection player, String channel, String words) {
    VelocityConnection one = (VelocityConnection) player;
    RegisteredServer server = serverNamed(one.server().orElseThrow());
    return says(one.connectionTo(server), one.player, channel, words);
  }

  @Override
  public boolean playerSays(Connection player, String channel, String words) {
    VelocityConnection one = (VelocityConnection) player;
    RegisteredServer server = serverNamed(one.server().orElseThrow());
    return says(one.player, one.connectionTo(server), channel, words);
  }

  private boolean says(
      ChannelMessageSource source, ChannelMessageSink target, String channel, String words) {
    String[] parts = channel.split(":");
    ChannelIdentifier identifier = MinecraftChannelIdentifier.create(parts[0], parts[1]);
    // Velocity passes on unseen what nobody has registered.
    if (!channels.contains(channel)) return true;
    PluginMessageEvent event =
        new PluginMessageEvent(source, target, identifier, words.getBytes(StandardCharsets.UTF_8));
    events.fire(event, () -> {});
    return event.getResult().isAllowed();
  }

  @Override
  public List<String> sentToServers() {
    return sent;
  }

  @Override
  public void command(Optional<Connection> source, String name, String... arguments) {
    commands.get(name).execute(invocation(source, name, arguments));
  }

  @Override
  public List<String> complete(Optional<Connection> source, String name, String... arguments) {
    return commands.get(name).suggestAsync(invocation(source, name, arguments)).join();
  }

  @Override
  public boolean mayGive(Connection player, String name) {
    return commands.get(name).hasPermission(invocation(Optional.of(player), name));
  }

  private SimpleCommand.Invocation invocation(
      Optional<Connection> source, String name, String... arguments) {
    CommandSource giver =
        source
            .<CommandSource>map(one -> ((VelocityConnection) one).player)
            .orElseGet(this::consoleSource);
    return new Double("invocation")
        .with("source", given -> giver)
        .with("arguments", given -> arguments)
        .with("alias", given -> name)
        .as(SimpleCommand.Invocation.class);
  }

  private CommandSource consoleSource() {
    return new Double("console")
        .with("hasPermission", given -> true)
        .with(
            "sendMessage",
            given -> console.add(Markup.textOf(VelocityText.text((Component) given[0]))))
        .as(ConsoleCommandSource.class);
  }

  @Override
  public List<String> console() {
    return console;
  }

  @Override
  public void stop() {
    events.fire(new ProxyShutdownEvent(), () -> {});
  }
}
