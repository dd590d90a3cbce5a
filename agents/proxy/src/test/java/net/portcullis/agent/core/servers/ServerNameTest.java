package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.portcullis.agent.core.text.Markup;
import org.junit.jupiter.api.Test;

final class ServerNameTest {
  @Test
  void aServersNameIsFilledInAsItIs() {
    assertEquals(
        "The connection to &cove was lost.",
        Markup.textOf(ServerWords.named("The connection to {server} was lost.", "&cove")));
  }
}
