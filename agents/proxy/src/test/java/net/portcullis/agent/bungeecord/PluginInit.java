package net.portcullis.agent.bungeecord;

import java.lang.reflect.Method;
import net.md_5.bungee.api.ProxyServer;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.api.plugin.PluginDescription;

/** What BungeeCord's class loader does with a plugin. */
final class PluginInit {
  private PluginInit() {}

  static void init(Plugin plugin, ProxyServer proxy, PluginDescription description) {
    try {
      Method init =
          Plugin.class.getDeclaredMethod("init", ProxyServer.class, PluginDescription.class);
      init.setAccessible(true);
      init.invoke(plugin, proxy, description);
    } catch (ReflectiveOperationException failure) {
      throw new AssertionError(failure);
    }
  }
}
