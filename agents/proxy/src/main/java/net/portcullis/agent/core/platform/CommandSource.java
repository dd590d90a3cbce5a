package net.portcullis.agent.core.platform;

import java.util.Optional;
import java.util.UUID;
import net.portcullis.agent.core.text.Text;

/** Who gave a command: a player, or the console. */
public interface CommandSource {
  String name();

  /** Empty for the console. */
  Optional<UUID> uuid();

  boolean hasPermission(String permission);

  void send(Text text);
}
