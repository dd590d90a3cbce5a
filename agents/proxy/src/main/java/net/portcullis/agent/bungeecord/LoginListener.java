package net.portcullis.agent.bungeecord;

import java.util.Optional;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.chat.TextComponent;
import net.md_5.bungee.api.connection.PendingConnection;
import net.md_5.bungee.api.event.LoginEvent;
import net.md_5.bungee.api.event.PlayerDisconnectEvent;
import net.md_5.bungee.api.event.PostLoginEvent;
import net.md_5.bungee.api.plugin.Listener;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.event.EventHandler;
import net.md_5.bungee.event.EventPriority;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.LoginQuestion;
import net.portcullis.agent.core.text.Text;

/** Who comes and who goes. Public, as its methods: BungeeCord calls them by reflection. */
public final class LoginListener implements Listener {
  /** After every priority that has a name, so that nobody is asked for whom others have refused. */
  private static final byte AFTER_ALL = Byte.MAX_VALUE;

  private final Agent agent;
  private final BungeePlatform platform;
  private final Plugin plugin;
  private final OpenLogins openLogins;

  LoginListener(Agent agent, BungeePlatform platform, Plugin plugin, OpenLogins openLogins) {
    this.agent = agent;
    this.platform = platform;
    this.plugin = plugin;
    this.openLogins = openLogins;
  }

  /** Asks; the login waits for the answer, the proxy's thread does not. */
  @EventHandler(priority = AFTER_ALL)
  public void onLogin(LoginEvent event) {
    if (event.isCancelled()) return;
    PendingConnection connection = event.getConnection();
    event.registerIntent(plugin);
    LoginQuestion.ask(
        platform.log(),
        () ->
            agent.login(
                connection.getUniqueId(),
                connection.getName(),
                BungeeAddress.of(connection),
                connection),
        refusal -> {
          try {
            answer(event, refusal);
          } finally {
            event.completeIntent(plugin);
          }
        });
  }

  private void answer(LoginEvent event, Optional<Text> refusal) {
    PendingConnection connection = event.getConnection();
    if (refusal.isPresent()) {
      event.setCancelled(true);
      event.setReason(wordsOf(refusal.get(), connection.getVersion()));
    } else if (event.isCancelled()) {
      // Another plugin has refused in the meantime.
      agent.loginEnded(connection);
    } else {
      openLogins.add(connection);
    }
  }

  private BaseComponent wordsOf(Text refusal, int protocol) {
    try {
      return BungeeText.component(refusal, protocol);
    } catch (RuntimeException failure) {
      platform.log().warn("login.unwritable-refusal", failure);
      return new TextComponent(LoginQuestion.FAILED);
    }
  }

  /** The login has gone through. */
  @EventHandler(priority = EventPriority.LOWEST)
  public void onJoin(PostLoginEvent event) {
    PendingConnection connection = event.getPlayer().getPendingConnection();
    openLogins.remove(connection);
    agent.joined(platform.of(event.getPlayer()), connection);
  }

  /** The end of a connection whose login had gone through. */
  @EventHandler(priority = EventPriority.HIGHEST)
  public void onLeave(PlayerDisconnectEvent event) {
    platform.arrivals().left(event.getPlayer());
    agent.loginEnded(event.getPlayer().getPendingConnection());
    agent.left(platform.of(event.getPlayer()));
  }
}
