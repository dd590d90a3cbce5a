package com.velocitypowered.api.command;

import java.util.List;
import java.util.concurrent.CompletableFuture;

public interface InvocableCommand<I extends CommandInvocation<?>> extends Command {
  void execute(I invocation);

  default CompletableFuture<List<String>> suggestAsync(I invocation) {
    return CompletableFuture.completedFuture(List.of());
  }

  default boolean hasPermission(I invocation) {
    return true;
  }
}
