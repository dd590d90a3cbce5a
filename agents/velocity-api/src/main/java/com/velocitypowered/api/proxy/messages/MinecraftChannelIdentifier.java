package com.velocitypowered.api.proxy.messages;

public final class MinecraftChannelIdentifier implements ChannelIdentifier {
  private final String id;

  private MinecraftChannelIdentifier(String id) {
    this.id = id;
  }

  public static MinecraftChannelIdentifier create(String namespace, String name) {
    return new MinecraftChannelIdentifier(namespace + ":" + name);
  }

  @Override
  public String getId() {
    return id;
  }
}
