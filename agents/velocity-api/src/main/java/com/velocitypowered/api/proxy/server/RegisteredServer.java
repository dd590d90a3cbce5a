package com.velocitypowered.api.proxy.server;

import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import net.kyori.adventure.audience.Audience;

public interface RegisteredServer extends ChannelMessageSink, Audience {
  ServerInfo getServerInfo();
}
