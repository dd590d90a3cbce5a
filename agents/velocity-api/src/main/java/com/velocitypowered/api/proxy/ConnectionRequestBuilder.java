package com.velocitypowered.api.proxy;

import java.util.concurrent.CompletableFuture;

public interface ConnectionRequestBuilder {
  CompletableFuture<Result> connect();

  interface Result {
    Status getStatus();
  }

  enum Status {
    SUCCESS,
    ALREADY_CONNECTED,
    CONNECTION_IN_PROGRESS,
    CONNECTION_CANCELLED,
    SERVER_DISCONNECTED
  }
}
