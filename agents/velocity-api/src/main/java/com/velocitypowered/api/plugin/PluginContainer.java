package com.velocitypowered.api.plugin;

import java.util.Optional;

public interface PluginContainer {
  Optional<?> getInstance();
}
