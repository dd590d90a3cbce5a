package net.portcullis.agent.bungeecord;

import java.util.List;
import net.md_5.bungee.api.CommandSender;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.plugin.Command;
import net.md_5.bungee.api.plugin.TabExecutor;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.CommandSource;

/** A command of the agent, as BungeeCord gives it. */
final class BungeeCommand extends Command implements TabExecutor {
  private final AgentCommand command;
  private final BungeePlatform platform;

  BungeeCommand(AgentCommand command, BungeePlatform platform) {
    super(
        command.name(),
        command.permission().orElse(null),
        command.aliases().toArray(String[]::new));
    this.command = command;
    this.platform = platform;
  }

  @Override
  public void execute(CommandSender sender, String[] arguments) {
    command.run(sourceOf(sender), List.of(arguments));
  }

  @Override
  public Iterable<String> onTabComplete(CommandSender sender, String[] arguments) {
    List<String> given = arguments.length == 0 ? List.of("") : List.of(arguments);
    return command.complete(sourceOf(sender), given);
  }

  private CommandSource sourceOf(CommandSender sender) {
    return sender instanceof ProxiedPlayer player ? platform.of(player) : new BungeeSource(sender);
  }
}
