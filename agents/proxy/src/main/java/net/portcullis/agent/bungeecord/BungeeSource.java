package net.portcullis.agent.bungeecord;

import java.util.Optional;
import java.util.UUID;
import net.md_5.bungee.api.CommandSender;
import net.portcullis.agent.core.platform.CommandSource;
import net.portcullis.agent.core.text.Text;

/** The console, or what else gives a command and is no player. */
record BungeeSource(CommandSender handle) implements CommandSource {
  @Override
  public String name() {
    return "console";
  }

  @Override
  public Optional<UUID> uuid() {
    return Optional.empty();
  }

  @Override
  public boolean hasPermission(String permission) {
    return handle.hasPermission(permission);
  }

  @Override
  public void send(Text text) {
    handle.sendMessage(BungeeText.component(text));
  }
}
