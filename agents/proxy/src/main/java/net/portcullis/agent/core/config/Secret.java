package net.portcullis.agent.core.config;

import java.nio.charset.StandardCharsets;

/** A secret, which no text of this object shows. */
public final class Secret {
  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  public boolean isEmpty() {
    return value.isEmpty();
  }

  /** For the header by which the agent shows who it is, and for nothing else. */
  public String bearer() {
    return "Bearer " + value;
  }

  /** As the key of signatures. */
  public byte[] key() {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && value.equals(secret.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
