package net.portcullis.agent.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TextVectorsTest {
  private static Stream<JsonObject> vectors() throws IOException {
    JsonArray vectors =
        JsonParser.parseString(Files.readString(Path.of("../text-vectors.json"))).getAsJsonArray();
    return StreamSupport.stream(vectors.spliterator(), false).map(JsonElement::getAsJsonObject);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void everyVectorBecomesTheComponentThatTheCoordinatorMakes(JsonObject vector) {
    Text text = Markup.parse(vector.get("marked").getAsString());
    // As text, so that the order of the keys counts too.
    assertEquals(
        vector.get("component").toString(),
        ComponentJson.of(text, vector.get("protocol").getAsInt()).toString());
  }

  @Test
  void thereAreVectorsForOldAndNewClients() throws IOException {
    assertTrue(vectors().filter(one -> one.get("protocol").getAsInt() < 735).count() > 40);
    assertTrue(vectors().filter(one -> one.get("protocol").getAsInt() >= 735).count() > 40);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void escapedTextIsReadAsItWas(JsonObject vector) {
    String text = vector.get("marked").getAsString();
    for (String around : new String[] {"", "&", "#12", "\\", "a0", "§x"}) {
      assertEquals(
          text + around, Markup.textOf(Markup.parse(Markup.escape(text) + Markup.escape(around))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5 & 3 # 1, C:\\dir, 100% {id} <red>"})
  void textWithoutMarkupIsNotChangedByEscaping(String text) {
    assertEquals(text, Markup.escape(text));
  }

  @Test
  void aClickRunsItsCommand() {
    Text text = Markup.parse("&aGo").onClick("/portcullis go lobby");
    assertEquals(
        "{\"text\":\"Go\",\"color\":\"#55FF55\",\"clickEvent\":{\"action\":\"run_command\","
            + "\"value\":\"/portcullis go lobby\"}}",
        ComponentJson.of(text, 735).toString());
  }
}
