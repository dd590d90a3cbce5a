package net.portcullis.agent.velocity;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import java.util.Optional;
import java.util.UUID;
import net.portcullis.agent.core.text.Text;

/** The console, or what else gives a command and is no player. */
record VelocitySource(CommandSource handle)
    implements net.portcullis.agent.core.platform.CommandSource {
  static net.portcullis.agent.core.platform.CommandSource of(
      CommandSource source, ProxyServer proxy) {
    return source instanceof Player player
        ? new VelocityPlayer(player, proxy)
        : new VelocitySource(source);
  }

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
    handle.sendMessage(VelocityText.component(text));
  }
}
