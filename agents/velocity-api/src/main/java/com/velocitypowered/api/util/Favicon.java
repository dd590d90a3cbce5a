package com.velocitypowered.api.util;

public final class Favicon {
  private final String base64Url;

  public Favicon(String base64Url) {
    this.base64Url = base64Url;
  }

  public String getBase64Url() {
    return base64Url;
  }
}
