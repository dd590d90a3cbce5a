package net.portcullis.agent.velocity;

import com.google.inject.Inject;
import com.velocitypowered.api.command.CommandMeta;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ProxyServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.AgentFactory;
import net.portcullis.agent.core.platform.AgentCommand;
import org.slf4j.Logger;

/** What Velocity loads. */
public final class VelocityPlugin {
  private final VelocityPlatform platform;
  private final AgentFactory factory;
  private Optional<Agent> agent = Optional.empty();

  /**
   * @param folder where the agent's files are to be; it need not exist
   */
  @Inject
  public VelocityPlugin(ProxyServer proxy, Logger logger, @DataDirectory Path folder) {
    this(new VelocityPlatform(proxy, folder, new VelocityLog(logger)), AgentFactory.standard());
  }

  VelocityPlugin(VelocityPlatform platform, AgentFactory factory) {
    this.platform = platform;
    this.factory = factory;
  }

  /** The proxy has read its configuration, and nobody can connect yet. */
  @Subscribe(async = false)
  public void onStart(ProxyInitializeEvent event) {
    ProxyServer proxy = platform.proxy();
    Agent agent = factory.openOrClose(platform);
    this.agent = Optional.of(agent);
    List.of(
            new LoginListener(agent, platform),
            new ServerListener(agent, platform),
            new ListListener(agent),
            new PayloadListener(agent))
        .forEach(listener -> proxy.getEventManager().register(this, listener));
    proxy.getChannelRegistrar().register(VelocityPlatform.CHANNEL);
    agent.features().commands().forEach(this::register);
  }

  private void register(AgentCommand command) {
    CommandMeta.Builder meta = platform.proxy().getCommandManager().metaBuilder(command.name());
    platform
        .proxy()
        .getCommandManager()
        .register(
            meta.aliases(command.aliases().toArray(String[]::new)).plugin(this).build(),
            new VelocityCommand(command, platform.proxy()));
  }

  /** The proxy stops; the players are still there, and leave after it. */
  @Subscribe(async = false)
  public void onStop(ProxyShutdownEvent event) {
    agent.ifPresent(Agent::stop);
  }
}
