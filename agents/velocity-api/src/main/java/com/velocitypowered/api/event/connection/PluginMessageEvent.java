package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.event.ResultedEvent;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import com.velocitypowered.api.proxy.messages.ChannelMessageSource;

public final class PluginMessageEvent implements ResultedEvent<PluginMessageEvent.ForwardResult> {
  private final ChannelMessageSource source;
  private final ChannelMessageSink target;
  private final ChannelIdentifier identifier;
  private final byte[] data;
  private ForwardResult result = ForwardResult.forward();

  public PluginMessageEvent(
      ChannelMessageSource source,
      ChannelMessageSink target,
      ChannelIdentifier identifier,
      byte[] data) {
    this.source = source;
    this.target = target;
    this.identifier = identifier;
    this.data = data;
  }

  @Override
  public ForwardResult getResult() {
    return result;
  }

  @Override
  public void setResult(ForwardResult result) {
    this.result = result;
  }

  public ChannelMessageSource getSource() {
    return source;
  }

  public ChannelMessageSink getTarget() {
    return target;
  }

  public ChannelIdentifier getIdentifier() {
    return identifier;
  }

  public byte[] getData() {
    return data.clone();
  }

  public static final class ForwardResult implements ResultedEvent.Result {
    private final boolean allowed;

    private ForwardResult(boolean allowed) {
      this.allowed = allowed;
    }

    @Override
    public boolean isAllowed() {
      return allowed;
    }

    public static ForwardResult forward() {
      return new ForwardResult(true);
    }

    public static ForwardResult handled() {
      return new ForwardResult(false);
    }
  }
}
