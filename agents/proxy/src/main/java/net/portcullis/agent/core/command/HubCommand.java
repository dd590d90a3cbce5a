package net.portcullis.agent.core.command;

import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.servers.Servers;
import net.portcullis.agent.core.text.Markup;

/** {@code /hub}: to the hub with the fewest players, for everybody. */
final class HubCommand implements AgentCommand {
  private final AgentContext context;
  private final Servers servers;

  HubCommand(AgentContext context, Servers servers) {
    this.context = context;
    this.servers = servers;
  }

  @Override
  public String name() {
    return "hub";
  }

  @Override
  public List<String> aliases() {
    return List.of("lobby");
  }

  @Override
  public Optional<String> permission() {
    return Optional.empty();
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    Optional<ProxyPlayer> player = source.uuid().flatMap(context.platform()::player);
    if (player.isEmpty()) {
      source.send(Words.refused("Only players can go to a hub."));
      return;
    }
    if (isOnHub(player.get())) {
      source.send(Words.info("You are on a hub."));
      return;
    }
    Optional<String> hub = servers.hubFor(player.get());
    if (hub.isEmpty()) {
      source.send(Markup.parse(context.network().texts().noServer()));
      return;
    }
    player
        .get()
        .connect(hub.get())
        .thenAccept(
            arrived -> {
              if (!arrived) source.send(Markup.parse(context.network().texts().unreachable()));
            });
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return List.of();
  }

  private boolean isOnHub(ProxyPlayer player) {
    return player
        .server()
        .flatMap(context.network()::server)
        .filter(KnownServer::isHub)
        .isPresent();
  }
}
