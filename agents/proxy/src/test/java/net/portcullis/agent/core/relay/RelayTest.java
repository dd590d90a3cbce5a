package net.portcullis.agent.core.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.portcullis.agent.core.FakeAgent;
import org.junit.jupiter.api.Test;

final class RelayTest {
  private static final String ENVELOPE = "{\"n\":\"é\"}";

  private final FakeAgent agent = new FakeAgent();
  private final Relay relay = new Relay(agent.context());

  @Test
  void aMessageOfAServerReachesTheCoordinatorUnread() {
    relay.fromServer("game-1", bytes(ENVELOPE));
    JsonObject frame = agent.coordinator.posted.get(0);
    assertEquals("relay", frame.get("type").getAsString());
    assertEquals("game-1", frame.get("server").getAsString());
    assertEquals(ENVELOPE, frame.get("data").getAsString());
  }

  @Test
  void aMessageOfTheCoordinatorReachesTheServer() {
    agent.platform.join("anna", "game-1");
    say("game-1", "hello");
    assertEquals(List.of("game-1:hello"), agent.platform.payloads);
  }

  @Test
  void aMessageForAServerWithNobodyOnItIsDroppedAndCounted() {
    say("game-1", "hello");
    assertEquals("0 relayed, 1 dropped, 0 of players dropped", relay.counts());
  }

  @Test
  void aMessageOfMoreThan32000BytesIsDroppedEitherWay() {
    agent.platform.join("anna", "game-1");
    relay.fromServer("game-1", new byte[32_001]);
    say("game-1", "é".repeat(16_001));
    assertEquals(List.of(), agent.coordinator.posted);
    assertEquals(List.of(), agent.platform.payloads);
    relay.fromServer("game-1", bytes("é".repeat(16_000)));
    say("game-1", "é".repeat(16_000));
    assertEquals("2 relayed, 2 dropped, 0 of players dropped", relay.counts());
  }

  @Test
  void whatIsNoTextIsDropped() {
    relay.fromServer("game-1", new byte[] {(byte) 0xC3});
    assertEquals("0 relayed, 1 dropped, 0 of players dropped", relay.counts());
  }

  @Test
  void whatPlayersSendIsDroppedAndCounted() {
    relay.fromPlayer();
    relay.fromPlayer();
    assertEquals(List.of(), agent.coordinator.posted);
    assertEquals("0 relayed, 0 dropped, 2 of players dropped", relay.counts());
  }

  @Test
  void ofOneServerAHundredMessagesASecondAreTaken() {
    for (int number = 0; number < 150; number++) relay.fromServer("game-1", bytes("{}"));
    relay.fromServer("game-2", bytes("{}"));
    assertEquals(101, agent.coordinator.posted.size());
    agent.time.pass(1_000);
    relay.fromServer("game-1", bytes("{}"));
    assertEquals(102, agent.coordinator.posted.size());
  }

  @Test
  void anOlderCoordinatorIsSentNothing() {
    agent.coordinator.features.remove("relay");
    relay.fromServer("game-1", bytes("{}"));
    assertEquals(List.of(), agent.coordinator.posted);
  }

  @Test
  void droppedMessagesAreOneLineOfTheLogAMinute() {
    relay.fromPlayer();
    relay.fromPlayer();
    relay.fromServer("game-1", new byte[] {(byte) 0xC3});
    agent.time.pass(60_000);
    agent.time.pass(60_000);
    relay.fromPlayer();
    agent.time.pass(60_000);
    assertEquals(
        List.of("relay.dropped messages=1 ofPlayers=2", "relay.dropped messages=0 ofPlayers=1"),
        agent.platform.log.lines);
  }

  @Test
  void aWrongFrameIsDropped() {
    agent.coordinator.says("{\"type\":\"relay\",\"server\":7}");
    assertTrue(relay.counts().startsWith("0 relayed, 1 dropped"));
  }

  private void say(String server, String data) {
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "relay");
    frame.addProperty("server", server);
    frame.addProperty("data", data);
    agent.coordinator.says(frame.toString());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
