package net.portcullis.agent.core.platform;

import java.util.List;
import java.util.Optional;

/** A command that the agent adds to the proxy. */
public interface AgentCommand {
  /** Without the slash. */
  String name();

  List<String> aliases();

  /** Empty for a command that everybody may give. */
  Optional<String> permission();

  /** Never blocks; answers the source by itself, also later. */
  void run(CommandSource source, List<String> arguments);

  /**
   * What could stand in place of the last argument; the list has at least one, which may be empty.
   */
  List<String> complete(CommandSource source, List<String> arguments);
}
