package net.portcullis.agent.core.command;

import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.servers.Servers;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/**
 * {@code /portcullis}: the agent itself. Clicks on what the agent says run {@code go} and {@code
 * wait}, so these are for everybody, but only for servers that the player was offered.
 */
final class PortcullisCommand implements AgentCommand {
  private static final String ADMIN = "portcullis.admin";

  private final AgentContext context;
  private final Servers servers;
  private final StatusReport status;
  private final Runnable reloaded;

  /**
   * @param reloaded runs on the agent's thread after the configuration was read again
   */
  PortcullisCommand(AgentContext context, Servers servers, StatusReport status, Runnable reloaded) {
    this.context = context;
    this.servers = servers;
    this.status = status;
    this.reloaded = reloaded;
  }

  @Override
  public String name() {
    return "portcullis";
  }

  @Override
  public List<String> aliases() {
    return List.of();
  }

  @Override
  public Optional<String> permission() {
    return Optional.empty();
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    String word = arguments.isEmpty() ? "" : arguments.get(0);
    String server = arguments.size() == 2 ? arguments.get(1) : "";
    boolean isAdmin = source.hasPermission(ADMIN);
    if (word.equals("go") || word.equals("wait")) {
      click(source, word, server);
    } else if (isAdmin && word.equals("status")) {
      status.lines().forEach(source::send);
    } else if (isAdmin && word.equals("reload")) {
      context.thread().execute(() -> reload(source));
    } else if (isAdmin) {
      source.send(Words.usage("/portcullis <status|reload>"));
    } else {
      source.send(Words.info("Portcullis " + context.control().version()));
    }
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return arguments.size() == 1 && source.hasPermission(ADMIN)
        ? Completions.of(arguments.get(0), List.of("status", "reload"))
        : List.of();
  }

  private void reload(CommandSource source) {
    Optional<String> problem = context.control().reload();
    if (problem.isPresent()) {
      source.send(Words.refused("Not read, the old one holds: " + problem.get()));
      return;
    }
    reloaded.run();
    source.send(Words.done("config.yml was read again."));
  }

  private void click(CommandSource source, String word, String server) {
    Optional<ProxyPlayer> player = source.uuid().flatMap(context.platform()::player);
    if (player.isEmpty()) {
      source.send(Words.refused("Only players can go to a server."));
    } else if (!servers.offers().has(player.get(), server)) {
      source.send(Words.refused("This offer has ended."));
    } else if (player.get().server().equals(Optional.of(server))) {
      source.send(Words.info("You are on this server."));
    } else {
      Optional<Text> refusal = servers.refusal(player.get(), server);
      if (refusal.isEmpty()) go(player.get(), server);
      else if (word.equals("wait")) servers.line().toggle(player.get(), server);
      else source.send(refusal.get());
    }
  }

  private void go(ProxyPlayer player, String server) {
    player
        .connect(server)
        .thenAccept(
            arrived -> {
              if (!arrived) player.send(Markup.parse(context.network().texts().unreachable()));
            });
  }
}
