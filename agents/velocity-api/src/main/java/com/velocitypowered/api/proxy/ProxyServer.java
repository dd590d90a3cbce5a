package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.event.EventManager;
import com.velocitypowered.api.plugin.PluginManager;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;
import com.velocitypowered.api.util.ProxyVersion;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import net.kyori.adventure.audience.Audience;

public interface ProxyServer extends Audience {
  Optional<Player> getPlayer(String username);

  Optional<Player> getPlayer(UUID uuid);

  Collection<Player> getAllPlayers();

  Optional<RegisteredServer> getServer(String name);

  Collection<RegisteredServer> getAllServers();

  RegisteredServer registerServer(ServerInfo server);

  void unregisterServer(ServerInfo server);

  PluginManager getPluginManager();

  EventManager getEventManager();

  CommandManager getCommandManager();

  ChannelRegistrar getChannelRegistrar();

  ProxyVersion getVersion();
}
