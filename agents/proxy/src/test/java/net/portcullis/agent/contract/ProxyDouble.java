package net.portcullis.agent.contract;

import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;

/**
 * A proxy in memory, driven through its own API: what happens to it reaches the agent by its
 * events.
 */
public interface ProxyDouble {
  String LOBBY = "lobby";
  String ARENA = "arena";
  String GONE = "gone";

  ProxyPlatform platform();

  /** Starts the login of a connection, and goes on with it as the proxy does. */
  Connection login(String name);

  /** A login that another plugin has refused before the agent could see it. */
  Connection loginRefusedBefore(String name);

  /** A login that another plugin refuses after the agent. */
  Connection loginRefusedAfter(String name);

  /** What a client of this protocol reads in the server list. */
  Shown ping(int protocol);

  /** What a player's server says on a channel; answers whether it went on to the player. */
  boolean serverSays(Connection player, String channel, String words);

  /** What a player says on a channel; answers whether it went on to the server. */
  boolean playerSays(Connection player, String channel, String words);

  /** What servers were sent on {@code net:channel}. */
  List<String> sentToServers();

  /** Gives a command in the console's or a player's name. */
  void command(Optional<Connection> source, String name, String... arguments);

  List<String> complete(Optional<Connection> source, String name, String... arguments);

  boolean mayGive(Connection player, String name);

  /** What the console has read. */
  List<String> console();

  void stop();

  /** A connection of a player. */
  interface Connection {
    /** The proxy's own object of it. */
    Object handle();

    /** The player as the agent has it; empty before the login went through. */
    Optional<ProxyPlayer> player();

    /** Whether the proxy still waits with the login. */
    boolean isWaiting();

    /** What the player read as the proxy closed the connection; empty while it stands. */
    Optional<String> end();

    /** Where the player is. */
    Optional<String> server();

    /** What the player read in the chat, above the hotbar, and as a title. */
    List<String> read();

    /** The player goes there by own choice. */
    void go(String server);

    /** The player's server ends the connection with words. */
    void kickedFromServer(String words);

    /** The player's server dies. */
    void serverDies();

    /** Another server turns the player away, who stays. */
    void turnedAwayBy(String server);

    void leave();

    void permit(String permission);
  }

  /** An entry of the server list. */
  record Shown(String motd, int online, int max, String version, int protocol, String icon) {}
}
