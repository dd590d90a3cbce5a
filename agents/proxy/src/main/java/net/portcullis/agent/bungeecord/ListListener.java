package net.portcullis.agent.bungeecord;

import net.md_5.bungee.api.Favicon;
import net.md_5.bungee.api.ServerPing;
import net.md_5.bungee.api.event.ProxyPingEvent;
import net.md_5.bungee.api.plugin.Listener;
import net.md_5.bungee.event.EventHandler;
import net.portcullis.agent.core.Agent;
import net.portcullis.agent.core.platform.ListAnswer;

/** What the server list shows. Public, as its methods: see LoginListener. */
public final class ListListener implements Listener {
  /** No client has it, so every client shows the words in place of its own version. */
  private static final int NO_PROTOCOL = -1;

  private final Agent agent;

  ListListener(Agent agent) {
    this.agent = agent;
  }

  /** A client asks for the server list. */
  @EventHandler
  public void onPing(ProxyPingEvent event) {
    int protocol = event.getConnection().getVersion();
    agent
        .features()
        .serverList(protocol)
        .ifPresent(answer -> write(event.getResponse(), answer, protocol));
  }

  private static void write(ServerPing ping, ListAnswer answer, int protocol) {
    ping.setDescriptionComponent(BungeeText.component(answer.motd(), protocol));
    ServerPing.Players players = ping.getPlayers();
    ServerPing.PlayerInfo[] sample =
        players == null ? new ServerPing.PlayerInfo[0] : players.getSample();
    ping.setPlayers(new ServerPing.Players(answer.max(), answer.online(), sample));
    answer
        .version()
        .map(words -> new ServerPing.Protocol(words, NO_PROTOCOL))
        .ifPresent(ping::setVersion);
    answer.icon().map(ListListener::faviconOf).ifPresent(ping::setFavicon);
  }

  // The other way in decodes and encodes the picture again for each client.
  @SuppressWarnings("deprecation")
  private static Favicon faviconOf(String icon) {
    return Favicon.create(icon);
  }
}
