package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;

/** Answers to requests of the coordinator, and how its own are read. */
public final class Answers {
  private Answers() {}

  public static JsonObject ok() {
    JsonObject answer = new JsonObject();
    answer.addProperty("type", "ok");
    return answer;
  }

  /**
   * @param code a code of docs/errors.md
   */
  public static JsonObject error(String code, String detail) {
    JsonObject answer = new JsonObject();
    answer.addProperty("type", "error");
    answer.addProperty("code", code);
    answer.addProperty("detail", detail);
    return answer;
  }

  public static boolean isError(JsonObject answer) {
    return Fields.text(answer, "type").filter("error"::equals).isPresent();
  }
}
