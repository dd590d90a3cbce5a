package com.velocitypowered.api.command;

public interface SimpleCommand extends InvocableCommand<SimpleCommand.Invocation> {
  interface Invocation extends CommandInvocation<String[]> {
    String alias();
  }
}
