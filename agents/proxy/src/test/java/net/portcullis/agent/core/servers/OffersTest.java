package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import org.junit.jupiter.api.Test;

final class OffersTest {
  private final FakeAgent agent = new FakeAgent();
  private final Servers servers = new Servers(agent.context());
  private final FakePlayer anna = agent.platform.join("anna", "hub-1");

  @Test
  void anOfferOfTheCoordinatorIsATextThatAClickTurnsIntoAMove() {
    offer("&aBack to game-1?");
    assertEquals("Back to game-1?", anna.lastRead());
    assertEquals("/portcullis go game-1", anna.lastClick());
    assertTrue(servers.offers().has(anna, "game-1"));
  }

  @Test
  void anOfferEndsAfterTenMinutes() {
    offer("Back?");
    agent.time.pass(10 * 60_000 - 1);
    assertTrue(servers.offers().has(anna, "game-1"));
    agent.time.pass(1);
    assertFalse(servers.offers().has(anna, "game-1"));
  }

  @Test
  void anOfferIsForThePlayerAndTheServerAlone() {
    offer("Back?");
    assertFalse(servers.offers().has(anna, "staff"));
    assertFalse(servers.offers().has(agent.platform.join("ben"), "game-1"));
  }

  @Test
  void aPlayerWhoComesBackHasNoOffers() {
    offer("Back?");
    servers.left(anna);
    assertFalse(servers.offers().has(anna, "game-1"));
  }

  @Test
  void onlyTheLastEightOffersOfAPlayerAreKept() {
    for (int number = 0; number < 9; number++) servers.offers().add(anna, "game-" + number);
    assertFalse(servers.offers().has(anna, "game-0"));
    assertTrue(servers.offers().has(anna, "game-1"));
    assertTrue(servers.offers().has(anna, "game-8"));
  }

  @Test
  void anOfferForSomebodyElsewhereIsPassedOver() {
    agent.coordinator.says(
        "{\"type\":\"player.offer\",\"uuid\":\"00000000-0000-0000-0000-000000000001\","
            + "\"server\":\"game-1\",\"message\":\"Back?\"}");
    assertEquals("", anna.lastRead());
  }

  private void offer(String message) {
    agent.coordinator.says(
        "{\"type\":\"player.offer\",\"uuid\":\""
            + anna.uuid().orElseThrow()
            + "\",\"server\":\"game-1\",\"message\":\""
            + message
            + "\"}");
  }
}
