package com.velocitypowered.api.plugin;

import java.util.Optional;

public interface PluginManager {
  Optional<PluginContainer> getPlugin(String id);
}
