package net.portcullis.agent.contract;

import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.text.Markup;

/** Says who gave it, and with what. */
final class EchoCommand implements AgentCommand {
  @Override
  public String name() {
    return "echo";
  }

  @Override
  public List<String> aliases() {
    return List.of("repeat");
  }

  @Override
  public Optional<String> permission() {
    return Optional.of("test.echo");
  }

  @Override
  public void run(CommandSource source, List<String> arguments) {
    source.send(Markup.plain(source.name() + " said " + arguments));
  }

  @Override
  public List<String> complete(CommandSource source, List<String> arguments) {
    return List.of("<" + arguments.get(arguments.size() - 1) + ">");
  }
}
