package net.portcullis.agent.bungeecord;

import java.nio.file.Path;
import net.portcullis.agent.contract.ProxyContract;
import net.portcullis.agent.contract.ProxyDouble;
import net.portcullis.agent.contract.ScriptedAgent;

final class BungeeContractTest extends ProxyContract {
  @Override
  protected ProxyDouble open(ScriptedAgent agent, Path folder) {
    return new BungeeDouble(agent, folder);
  }
}
