package net.portcullis.agent.core.channel;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import net.portcullis.agent.core.Waiting;

/** One connection at the fake coordinator. */
public final class FakePeer {
  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final BlockingQueue<JsonObject> frames = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();

  FakePeer(Socket socket, InputStream in) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(in);
    this.out = socket.getOutputStream();
  }

  /** The next frame, whatever it is. */
  public JsonObject next() throws Exception {
    return Waiting.firstOf(frames, frame -> true);
  }

  /** The next frame of this type. */
  public JsonObject hears(String type) throws Exception {
    return Waiting.firstOf(frames, frame -> frame.get("type").getAsString().equals(type));
  }

  /** The code with which the agent closed, 0 where the connection just ended. */
  public int end() throws Exception {
    return Waiting.valueOf(ended);
  }

  public synchronized void says(String json) throws IOException {
    write(true, TEXT, json.getBytes(StandardCharsets.UTF_8));
  }

  /** The same in pieces of so many bytes. */
  public synchronized void saysInPieces(String json, int size) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += size) {
      boolean isLast = at + size >= bytes.length;
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size));
      write(isLast, at == 0 ? TEXT : 0, piece);
    }
  }

  /** Says hello back, with these features. */
  public FakePeer welcomes(String... features) throws Exception {
    hears("hello");
    String names = features.length == 0 ? "" : "\"" + String.join("\",\"", features) + "\"";
    says(
        "{\"type\":\"welcome\",\"session\":\"s\",\"heartbeatMs\":5000,\"now\":1,\"protocol\":1,"
            + "\"features\":["
            + names
            + "]}");
    return this;
  }

  public synchronized void close(int code, String reason) throws IOException {
    byte[] words = reason.getBytes(StandardCharsets.UTF_8);
    write(
        true,
        CLOSE,
        ByteBuffer.allocate(2 + words.length).putShort((short) code).put(words).array());
  }

  /** Ends the connection without a word. */
  public void drop() throws IOException {
    socket.close();
  }

  void read() {
    int code = 0;
    try {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      while (true) {
        int first = in.readUnsignedByte();
        byte[] payload = readPayload();
        int opcode = first & 0x0f;
        if (opcode == CLOSE) {
          code = payload.length < 2 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xffff;
          break;
        }
        if (opcode == PING) continue;
        text.write(payload);
        if ((first & 0x80) == 0) continue;
        frames.add(JsonParser.parseString(text.toString(StandardCharsets.UTF_8)).getAsJsonObject());
        text.reset();
      }
    } catch (IOException gone) {
      // Ended without a word.
    }
    ended.complete(code);
  }

  private byte[] readPayload() throws IOException {
    int second = in.readUnsignedByte() & 0x7f;
    long length = second == 126 ? in.readUnsignedShort() : second == 127 ? in.readLong() : second;
    byte[] mask = in.readNBytes(4);
    byte[] payload = in.readNBytes((int) length);
    for (int at = 0; at < payload.length; at++) payload[at] ^= mask[at % 4];
    return payload;
  }

  private void write(boolean isLast, int opcode, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(payload.length + 10);
    frame.put((byte) ((isLast ? 0x80 : 0) | opcode));
    if (payload.length < 126) {
      frame.put((byte) payload.length);
    } else if (payload.length < 65_536) {
      frame.put((byte) 126).putShort((short) payload.length);
    } else {
      frame.put((byte) 127).putLong(payload.length);
    }
    frame.put(payload);
    out.write(frame.array(), 0, frame.position());
    out.flush();
  }
}
