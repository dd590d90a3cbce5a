package com.velocitypowered.api.network;

public enum ProtocolVersion {
  MINECRAFT_1_8(47),
  MINECRAFT_1_16_4(754),
  MINECRAFT_1_21(767);

  private final int protocol;

  ProtocolVersion(int protocol) {
    this.protocol = protocol;
  }

  public int getProtocol() {
    return protocol;
  }
}
