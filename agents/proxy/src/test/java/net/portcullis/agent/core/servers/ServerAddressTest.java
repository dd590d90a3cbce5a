package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.5:25565", "lobby.example:1", "[2001:db8:0:0:0:0:0:1]:65535"})
  void anAddressIsReadAndWrittenAlike(String text) {
    assertEquals(Optional.of(text), ServerAddress.parse(text).flatMap(ServerAddress::write), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lobby",
        "lobby:",
        "lobby:0",
        "lobby:65536",
        "a b:1",
        "2001:db8::1:25565",
        ":1"
      })
  void whatIsNoAddressIsNone(String text) {
    assertEquals(Optional.empty(), ServerAddress.parse(text));
  }

  @Test
  void aNameOfAHostIsNotLookedUp() {
    assertTrue(ServerAddress.parse("lobby.invalid:25565").orElseThrow().isUnresolved());
    assertFalse(ServerAddress.parse("127.0.0.1:25565").orElseThrow().isUnresolved());
  }

  @Test
  void anAddressThatTheChannelHasNoFormForIsNotWritten() {
    assertEquals(
        Optional.empty(),
        ServerAddress.write(InetSocketAddress.createUnresolved("my host", 25565)));
    assertEquals(
        Optional.empty(), ServerAddress.write(InetSocketAddress.createUnresolved("lobby", 0)));
  }
}
