package net.portcullis.agent.core.channel;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import net.portcullis.agent.core.Waiting;

/**
 * The coordinator's side of the channel on a port of this machine, as a test wants it to behave.
 */
public final class FakeChannel implements AutoCloseable {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private final ServerSocket server;
  private final BlockingQueue<FakePeer> peers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Map<String, String>> requests = new LinkedBlockingQueue<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** What upgrades are answered; 0 for nothing. */
  public volatile int status = 101;

  public FakeChannel() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  public URI url() {
    return URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/channel");
  }

  /** The next connection that was upgraded. */
  public FakePeer nextPeer() throws Exception {
    return Waiting.firstOf(peers, peer -> true);
  }

  /** The headers of the next upgrade that was asked for, in lower case. */
  public Map<String, String> nextRequest() throws Exception {
    return Waiting.firstOf(requests, request -> true);
  }

  /** How many upgrades were asked for and not looked at. */
  public int requestsWaiting() {
    return requests.size();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) socket.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        daemon(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  private void serve(Socket socket) {
    try {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      Map<String, String> headers = readHead(in);
      int answer = status;
      if (answer == 101) {
        socket.getOutputStream().write(upgradeOf(headers));
        FakePeer peer = new FakePeer(socket, in);
        requests.add(headers);
        peers.add(peer);
        peer.read();
      } else {
        if (answer != 0) socket.getOutputStream().write(refusalOf(answer));
        requests.add(headers);
      }
    } catch (IOException gone) {
      // The agent has ended the connection.
    }
  }

  private static Map<String, String> readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) throw new IOException("The connection ended in the head");
      head.append((char) next);
    }
    Map<String, String> headers = new HashMap<>();
    for (String line : head.toString().split("\r\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
      }
    }
    return headers;
  }

  private static byte[] upgradeOf(Map<String, String> headers) {
    return bytes(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: "
            + acceptOf(headers.get("sec-websocket-key"))
            + "\r\nSec-WebSocket-Protocol: net.channel.v1\r\n\r\n");
  }

  private static byte[] refusalOf(int status) {
    return bytes(
        "HTTP/1.1 "
            + status
            + " No\r\nLocation: ws://127.0.0.1:1/elsewhere\r\nContent-Length: 0\r\n\r\n");
  }

  private static String acceptOf(String key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return Base64.getEncoder().encodeToString(digest.digest(bytes(key + GUID)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "fake-channel");
    thread.setDaemon(true);
    thread.start();
  }
}
