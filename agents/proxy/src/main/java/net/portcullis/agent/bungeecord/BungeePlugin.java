package net.portcullis.agent.bungeecord;

import java.util.List;
import java.util.Optional;
import net.md_5.bungee.api.ProxyServer;
import net.md_5.bungee.api.plugin.Listener;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.api.plugin.PluginDescription;
import net.md_5.bungee.api.plugin.PluginManager;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.AgentFactory;
import net.portcullis.agent.core.platform.AgentCommand;

/** What BungeeCord loads. */
public final class BungeePlugin extends Plugin {
  private final AgentFactory factory;
  private Optional<Agent> agent = Optional.empty();

  /** BungeeCord calls it. */
  public BungeePlugin() {
    this(AgentFactory.standard());
  }

  private BungeePlugin(AgentFactory factory) {
    this.factory = factory;
  }

  /** Outside a proxy's class loader, which would set the first two itself. */
  BungeePlugin(ProxyServer proxy, PluginDescription description, AgentFactory factory) {
    super(proxy, description);
    this.factory = factory;
  }

  @Override
  public void onEnable() {
    BungeePlatform platform =
        new BungeePlatform(
            getProxy(), getDataFolder().toPath(), new BungeeLog(getLogger()), new Arrivals());
    Agent agent = factory.openOrClose(platform);
    this.agent = Optional.of(agent);
    OpenLogins openLogins = new OpenLogins(agent::loginEnded);
    openLogins.watch(getProxy().getScheduler(), this);
    PluginManager plugins = getProxy().getPluginManager();
    List.<Listener>of(
            new LoginListener(agent, platform, this, openLogins),
            new ServerListener(agent, platform),
            new ListListener(agent),
            new PayloadListener(agent))
        .forEach(listener -> plugins.registerListener(this, listener));
    getProxy().registerChannel(BungeePlatform.CHANNEL);
    for (AgentCommand command : agent.features().commands()) {
      plugins.registerCommand(this, new BungeeCommand(command, platform));
    }
  }

  @Override
  public void onDisable() {
    agent.ifPresent(Agent::stop);
  }
}
