package net.portcullis.agent.core.command;

import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.platform.AgentCommand;

/** A command for staff: its permission follows from its name. */
abstract class StaffCommand implements AgentCommand {
  /** Of the reason of a ban or kick, in characters. */
  static final int MAX_REASON = 255;

  static final String REASON_TOO_LONG = "A reason has at most " + MAX_REASON + " characters.";

  private final String name;

  StaffCommand(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public List<String> aliases() {
    return List.of();
  }

  @Override
  public final Optional<String> permission() {
    return Optional.of("portcullis.command." + name);
  }

  /** The words from this one on, as they were written. */
  static String rest(List<String> arguments, int from) {
    return String.join(" ", arguments.subList(Math.min(from, arguments.size()), arguments.size()))
        .strip();
  }
}
