package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.net.InetSocketAddress;
import java.util.List;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ServerReportTest {
  private final FakeAgent agent = new FakeAgent();

  @BeforeEach
  void makeServers() {
    agent.coordinator.isConnected = false;
    register("hub-1", "10.0.0.1");
    new Servers(agent.context());
    agent.coordinator.isConnected = true;
  }

  @Test
  void theProxysServersAreReportedAfterEachWelcome() {
    agent.coordinator.welcome();
    agent.coordinator.welcome();
    assertEquals(List.of("proxy.servers", "proxy.servers"), agent.coordinator.postedTypes());
    assertEquals(
        "{\"type\":\"proxy.servers\","
            + "\"servers\":[{\"name\":\"hub-1\",\"address\":\"10.0.0.1:25565\"}]}",
        agent.coordinator.lastPosted());
  }

  @Test
  void aChangeIsReportedWithinHalfAMinute() {
    agent.coordinator.welcome();
    agent.time.pass(30_000);
    assertEquals(1, agent.coordinator.posted.size());
    register("hub-2", "10.0.0.2");
    agent.time.pass(30_000);
    assertEquals(2, agent.coordinator.posted.size());
  }

  @Test
  void whatTheAgentChangesItselfIsReportedAtOnce() {
    agent.config = FakeAgent.configWith(ServerSyncMode.ADD, true, true, true, true);
    agent.network.hub("hub-2", 0, 10);
    assertTrue(agent.coordinator.lastPosted().contains("hub-2"));
  }

  @Test
  void anOlderCoordinatorIsToldNothing() {
    agent.coordinator.features.remove("servers");
    agent.coordinator.welcome();
    assertEquals(List.of(), agent.coordinator.posted);
  }

  @Test
  void aNameThatTheChannelHasNoFormForIsLeftOutAndLogged() {
    register("my server", "10.0.0.3");
    register("..", "10.0.0.4");
    agent.coordinator.welcome();
    assertFalse(agent.coordinator.lastPosted().contains("my server"));
    assertTrue(agent.platform.log.lines.contains("servers.not-reported count=2"));
  }

  @Test
  void anAddressThatTheChannelHasNoFormForIsNull() {
    register("odd", "my host");
    agent.coordinator.welcome();
    assertTrue(agent.coordinator.lastPosted().contains("{\"name\":\"odd\",\"address\":null}"));
  }

  @Test
  void aLongListComesInPartsAndHasTenThousandAtMost() {
    for (int number = 0; number < 12_000; number++) register("server-" + number, "10.0.0.1");
    agent.coordinator.welcome();
    int reported = 0;
    for (JsonObject frame : agent.coordinator.posted) {
      reported += frame.getAsJsonArray("servers").size();
    }
    assertEquals(10_000, reported);
    assertTrue(agent.coordinator.posted.size() > 1);
    assertTrue(
        agent
            .coordinator
            .posted
            .get(agent.coordinator.posted.size() - 1)
            .get("last")
            .getAsBoolean());
  }

  private void register(String name, String host) {
    agent.platform.register(name, InetSocketAddress.createUnresolved(host, 25565));
  }
}
