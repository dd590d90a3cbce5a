package net.portcullis.agent.core.list;

import java.util.Optional;
import net.portcullis.agent.core.AgentContext;
import net.portcullis.agent.core.network.NetworkStatus;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.text.ComponentJson;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;

/**
 * Answers the server list from memory. Called on the proxy's threads, thousands of times a second.
 */
public final class ServerList {
  /** Clients refuse a longer answer. */
  private static final int MAX_JSON = 32_767;

  /** What stands in the answer beside the message and the icon, with some to spare. */
  private static final int OTHER_JSON = 512;

  private final AgentContext context;
  private volatile Optional<String> icon = Optional.empty();
  private volatile Motd motd = Motd.of("");

  public ServerList(AgentContext context) {
    this.context = context;
    context.thread().execute(this::loadIcon);
  }

  /** Reads the icon again. On the agent's thread. */
  public void loadIcon() {
    icon = ServerIcon.load(context.platform().dataFolder(), context.platform().log());
  }

  /** Empty leaves the answer to the proxy. */
  public Optional<ListAnswer> answer(int protocol) {
    if (!context.config().get().serverList()) return Optional.empty();
    return context.network().status().map(status -> answer(status, protocol));
  }

  private ListAnswer answer(NetworkStatus status, int protocol) {
    Motd shown = motdOf(status.maintenance() ? status.maintenanceMotd() : status.motd());
    // While the coordinator is away its count is old, but there are at least those of this proxy.
    int online = Math.max(status.onlinePlayers(), context.sessions().all().size());
    String version = status.maintenance() ? context.network().texts().maintenanceVersion() : "";
    boolean hasRoom =
        icon.map(String::length).orElse(0) + shown.length(protocol) + OTHER_JSON <= MAX_JSON;
    return new ListAnswer(
        shown.text,
        online,
        status.maxPlayers(),
        version.isEmpty() ? Optional.empty() : Optional.of(Markup.textOf(Markup.parse(version))),
        hasRoom ? icon : Optional.empty());
  }

  /** It is read once for all who ask until it changes. */
  private Motd motdOf(String marked) {
    Motd kept = motd;
    if (kept.marked.equals(marked)) return kept;
    Motd read = Motd.of(marked);
    motd = read;
    return read;
  }

  /** A message of the day, and how long it is for clients that know all colours, and for others. */
  private record Motd(String marked, Text text, int hexLength, int namedLength) {
    static Motd of(String marked) {
      Text text = Markup.parse(marked);
      return new Motd(
          marked,
          text,
          ComponentJson.of(text, ComponentJson.HEX_PROTOCOL).toString().length(),
          ComponentJson.of(text, ComponentJson.HEX_PROTOCOL - 1).toString().length());
    }

    int length(int protocol) {
      return protocol >= ComponentJson.HEX_PROTOCOL ? hexLength : namedLength;
    }
  }
}
