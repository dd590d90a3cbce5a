package net.portcullis.agent.bungeecord;

import java.util.Queue;

/** What BungeeCord's player has beyond its API. */
public interface JoinQueue {
  void setServerJoinQueue(Queue<String> queue);
}
