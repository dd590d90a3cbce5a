package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import com.velocitypowered.api.proxy.messages.ChannelMessageSource;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import java.util.Optional;
import java.util.UUID;
import net.kyori.adventure.text.Component;

public interface Player
    extends CommandSource, InboundConnection, ChannelMessageSource, ChannelMessageSink {
  String getUsername();

  UUID getUniqueId();

  Optional<ServerConnection> getCurrentServer();

  ConnectionRequestBuilder createConnectionRequest(RegisteredServer server);

  void disconnect(Component reason);
}
