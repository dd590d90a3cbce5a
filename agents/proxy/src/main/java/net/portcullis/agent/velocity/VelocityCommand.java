package net.portcullis.agent.velocity;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.proxy.ProxyServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.portcullis.agent.core.platform.AgentCommand;

/** A command of the agent, as Velocity gives it. */
record VelocityCommand(AgentCommand command, ProxyServer proxy) implements SimpleCommand {
  @Override
  public void execute(Invocation invocation) {
    command.run(sourceOf(invocation.source()), List.of(invocation.arguments()));
  }

  @Override
  public CompletableFuture<List<String>> suggestAsync(Invocation invocation) {
    // Velocity gives no argument at all where the first one is still empty.
    List<String> given = List.of(invocation.arguments());
    List<String> arguments = given.isEmpty() ? List.of("") : given;
    return CompletableFuture.completedFuture(
        command.complete(sourceOf(invocation.source()), arguments));
  }

  @Override
  public boolean hasPermission(Invocation invocation) {
    return command.permission().map(invocation.source()::hasPermission).orElse(true);
  }

  private net.portcullis.agent.core.platform.CommandSource sourceOf(CommandSource source) {
    return VelocitySource.of(source, proxy);
  }
}
