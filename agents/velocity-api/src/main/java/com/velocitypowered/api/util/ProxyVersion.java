package com.velocitypowered.api.util;

public final class ProxyVersion {
  private final String name;
  private final String version;

  public ProxyVersion(String name, String vendor, String version) {
    this.name = name;
    this.version = version;
  }

  public String getName() {
    return name;
  }

  public String getVersion() {
    return version;
  }
}
