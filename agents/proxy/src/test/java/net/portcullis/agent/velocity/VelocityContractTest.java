package net.portcullis.agent.velocity;

import java.nio.file.Path;
import net.portcullis.agent.contract.ProxyContract;
import net.portcullis.agent.contract.ProxyDouble;
import net.portcullis.agent.contract.ScriptedAgent;

final class VelocityContractTest extends ProxyContract {
  @Override
  protected ProxyDouble open(ScriptedAgent agent, Path folder) {
    return new VelocityDouble(agent, folder);
  }
}
