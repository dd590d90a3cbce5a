package net.portcullis.agent.bungeecord;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import net.md_5.bungee.api.CommandSender;
import net.md_5.bungee.api.ProxyConfig;
import net.md_5.bungee.api.ProxyServer;
import net.md_5.bungee.api.ReconnectHandler;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.config.ConfigurationAdapter;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.portcullis.agent.contract.Double;

/** What the agent does not ask of BungeeCord: whoever does after all meets an error. */
@SuppressWarnings("deprecation")
abstract class BungeeServer extends ProxyServer {
  BungeeServer() {
    // Requests to connect ask the one proxy of the process for its time limit.
    if (ProxyServer.getInstance() == null) ProxyServer.setInstance(this);
  }

  @Override
  public ServerInfo constructServerInfo(
      String name, InetSocketAddress address, String motd, boolean restricted) {
    return constructServerInfo(name, (SocketAddress) address, motd, restricted);
  }

  @Override
  public String getName() {
    throw new AssertionError();
  }

  @Override
  public String getVersion() {
    throw new AssertionError();
  }

  @Override
  public String getTranslation(String name, Object... values) {
    return name;
  }

  @Override
  public void setConfigurationAdapter(ConfigurationAdapter adapter) {
    throw new AssertionError();
  }

  @Override
  public ConfigurationAdapter getConfigurationAdapter() {
    throw new AssertionError();
  }

  @Override
  public ReconnectHandler getReconnectHandler() {
    throw new AssertionError();
  }

  @Override
  public void setReconnectHandler(ReconnectHandler handler) {
    throw new AssertionError();
  }

  @Override
  public void stop(String reason) {
    throw new AssertionError();
  }

  @Override
  public void unregisterChannel(String channel) {
    throw new AssertionError();
  }

  @Override
  public Collection<String> getChannels() {
    throw new AssertionError();
  }

  @Override
  public String getGameVersion() {
    throw new AssertionError();
  }

  @Override
  public int getProtocolVersion() {
    throw new AssertionError();
  }

  @Override
  public CommandSender getConsole() {
    throw new AssertionError();
  }

  @Override
  public int getOnlineCount() {
    throw new AssertionError();
  }

  @Override
  public void broadcast(String message) {
    throw new AssertionError();
  }

  @Override
  public void broadcast(BaseComponent... message) {
    throw new AssertionError();
  }

  @Override
  public void broadcast(BaseComponent message) {
    throw new AssertionError();
  }

  @Override
  public Collection<String> getDisabledCommands() {
    throw new AssertionError();
  }

  @Override
  public ProxyConfig getConfig() {
    return new Double("config")
        .with("getServerConnectTimeout", given -> 5_000)
        .as(ProxyConfig.class);
  }

  @Override
  public Collection<ProxiedPlayer> matchPlayer(String part) {
    throw new AssertionError();
  }

  @Override
  public Unsafe unsafe() {
    throw new AssertionError();
  }
}
