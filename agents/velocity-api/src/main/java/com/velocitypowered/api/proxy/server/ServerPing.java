package com.velocitypowered.api.proxy.server;

import com.velocitypowered.api.util.Favicon;
import java.util.Optional;
import net.kyori.adventure.text.Component;

public final class ServerPing {
  private final Builder values;

  private ServerPing(Builder values) {
    this.values = values;
  }

  public Version getVersion() {
    return values.version;
  }

  public Optional<Players> getPlayers() {
    return Optional.of(new Players(values.online, values.max));
  }

  public Component getDescriptionComponent() {
    return values.description;
  }

  public Optional<Favicon> getFavicon() {
    return values.favicon;
  }

  public Builder asBuilder() {
    return new Builder(values);
  }

  public static Builder builder() {
    return new Builder();
  }

  public static final class Builder {
    private Version version = new Version(0, "Unknown");
    private int online;
    private int max;
    private Component description = Component.empty();
    private Optional<Favicon> favicon = Optional.empty();

    private Builder() {}

    private Builder(Builder values) {
      this.version = values.version;
      this.online = values.online;
      this.max = values.max;
      this.description = values.description;
      this.favicon = values.favicon;
    }

    public Builder version(Version version) {
      this.version = version;
      return this;
    }

    public Builder onlinePlayers(int onlinePlayers) {
      this.online = onlinePlayers;
      return this;
    }

    public Builder maximumPlayers(int maximumPlayers) {
      this.max = maximumPlayers;
      return this;
    }

    public Builder description(Component description) {
      this.description = description;
      return this;
    }

    public Builder favicon(Favicon favicon) {
      this.favicon = Optional.of(favicon);
      return this;
    }

    public ServerPing build() {
      return new ServerPing(new Builder(this));
    }
  }

  public static final class Version {
    private final int protocol;
    private final String name;

    public Version(int protocol, String name) {
      this.protocol = protocol;
      this.name = name;
    }

    public int getProtocol() {
      return protocol;
    }

    public String getName() {
      return name;
    }
  }

  public static final class Players {
    private final int online;
    private final int max;

    private Players(int online, int max) {
      this.online = online;
      this.max = max;
    }

    public int getOnline() {
      return online;
    }

    public int getMax() {
      return max;
    }
  }
}
