package net.portcullis.agent.core.text;

/**
 * A colour by hue, saturation and value, each from 0 to 1, in single precision: for some colours,
 * such as {@code #FF0000}, only the rounding decides which named one is nearest.
 */
record Hsv(float hue, float saturation, float value) {
  static Hsv of(String hex) {
    int rgb = Integer.parseInt(hex.substring(1), 16);
    float red = (rgb >> 16) / 255f;
    float green = ((rgb >> 8) & 255) / 255f;
    float blue = (rgb & 255) / 255f;
    float value = Math.max(red, Math.max(green, blue));
    float spread = value - Math.min(red, Math.min(green, blue));
    if (spread == 0) return new Hsv(0, 0, value);
    float degrees = sixth(red, green, blue, value, spread) * 60;
    return new Hsv((degrees < 0 ? degrees + 360 : degrees) / 360, spread / value, value);
  }

  private static float sixth(float red, float green, float blue, float value, float spread) {
    if (red == value) return (green - blue) / spread;
    if (green == value) return 2 + (blue - red) / spread;
    return 4 + (red - green) / spread;
  }

  /** The square of how far it is to another colour; hue counts threefold. */
  float distance(Hsv other) {
    float around = Math.abs(hue - other.hue);
    float byHue = 3 * Math.min(around, 1 - around);
    float bySaturation = saturation - other.saturation;
    float byValue = value - other.value;
    return byHue * byHue + bySaturation * bySaturation + byValue * byValue;
  }
}
