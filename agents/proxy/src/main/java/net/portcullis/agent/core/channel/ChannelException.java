package net.portcullis.agent.core.channel;

/** A request that was not answered. */
public final class ChannelException extends Exception {
  private static final long serialVersionUID = 1L;

  public ChannelException(String message) {
    super(message);
  }
}
