package net.portcullis.agent.bungeecord;

import net.md_5.bungee.api.ProxyServer;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.api.plugin.PluginDescription;

/** A plugin of somebody else. */
final class OtherPlugin extends Plugin {
  OtherPlugin(ProxyServer proxy) {
    super(proxy, described());
    PluginInit.init(this, proxy, described());
  }

  private static PluginDescription described() {
    PluginDescription description = new PluginDescription();
    description.setName("Parties");
    return description;
  }
}
