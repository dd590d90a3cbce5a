package net.portcullis.agent.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import net.portcullis.agent.core.LockedTime;
import net.portcullis.agent.core.QueueLog;
import net.portcullis.agent.core.Waiting;
import net.portcullis.agent.core.config.Secret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ChannelClientTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  private final LockedTime time = new LockedTime();
  private final QueueLog log = new QueueLog();
  private FakeChannel channel;
  private ChannelClient client;

  @BeforeEach
  void open() throws IOException {
    channel = new FakeChannel();
    Link link = new Link(channel.url(), "proxy-1", new Secret(SECRET), false);
    Hello hello = new Hello("modern", "1.2.3", 1_000, List.of("cancel", "states"));
    client = new ChannelClient(time, time, () -> 0, log, hello, () -> Optional.of(link));
  }

  @AfterEach
  void close() throws IOException {
    client.stop();
    channel.close();
  }

  private FakePeer welcomed() throws Exception {
    client.start();
    FakePeer peer = channel.nextPeer().welcomes("cancel", "of-the-future");
    log.next("agent.welcomed");
    return peer;
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @Test
  void theSecretGoesIntoTheHeaderAndWhoTheAgentIsIntoTheHello() throws Exception {
    client.start();
    Map<String, String> request = channel.nextRequest();
    assertEquals("Bearer " + SECRET, request.get("authorization"));
    assertEquals("net.channel.v1", request.get("sec-websocket-protocol"));
    assertEquals(
        json(
            "{type:hello,role:proxy,name:'proxy-1',platform:modern,version:'1.2.3',epoch:1000,"
                + "protocol:1,features:[cancel,states]}"),
        channel.nextPeer().next());
  }

  @Test
  void nothingIsSentBeforeTheWelcomeAndTheReportsFirstAfterIt() throws Exception {
    client.onWelcome(() -> client.post(json("{type:players}")));
    client.onWelcome(() -> client.post(json("{type:parties}")));
    client.start();
    FakePeer peer = channel.nextPeer();
    peer.hears("hello");
    client.post(json("{type:'player.leave'}"));
    assertFalse(client.isConnected());
    peer.says("{\"type\":\"welcome\"}");
    assertEquals("players", peer.next().get("type").getAsString());
    assertEquals("parties", peer.next().get("type").getAsString());
  }

  @Test
  void onlyFeaturesThatBothSidesKnowCount() throws Exception {
    welcomed();
    assertEquals(Set.of("cancel"), client.features());
  }

  @Test
  void aReportThatFailsDoesNotKeepTheOthersFromBeingMade() throws Exception {
    client.onWelcome(
        () -> {
          throw new IllegalStateException("broken");
        });
    client.onWelcome(() -> client.post(json("{type:players}")));
    assertEquals("players", welcomed().next().get("type").getAsString());
    log.next("agent.report-failed");
  }

  @Test
  void textsInPiecesAreJoined() throws Exception {
    BlockingQueue<JsonObject> seen = new LinkedBlockingQueue<>();
    client.on("status", seen::add);
    String motd = "ü😀".repeat(30_000);
    welcomed().saysInPieces("{\"type\":\"status\",\"motd\":\"" + motd + "\"}", 1_021);
    assertEquals(motd, Waiting.firstOf(seen, frame -> true).get("motd").getAsString());
  }

  @Test
  void aPingIsAnswered() throws Exception {
    FakePeer peer = welcomed();
    peer.says("{\"type\":\"ping\",\"at\":1700000000123}");
    assertEquals(json("{type:pong,at:1700000000123}"), peer.next());
  }

  @Test
  void aRequestIsAnsweredByItsNumberWhateverTheOrder() throws Exception {
    FakePeer peer = welcomed();
    CompletionStage<JsonObject> one = client.request(json("{name:a,type:'staff.find'}"));
    CompletionStage<JsonObject> two = client.request(json("{name:b,type:'staff.find'}"));
    JsonObject first = peer.next();
    assertEquals(List.of("type", "id", "name"), List.copyOf(first.keySet()));
    JsonObject second = peer.next();
    peer.says("{\"type\":\"ok\",\"re\":" + second.get("id") + "}");
    peer.says("{\"type\":\"error\",\"re\":" + first.get("id") + ",\"code\":\"overloaded\"}");
    assertEquals("ok", Waiting.valueOf(two).get("type").getAsString());
    assertTrue(Answers.isError(Waiting.valueOf(one)));
  }

  @Test
  void aRequestThatIsNotAnsweredFailsAfterFiveSeconds() throws Exception {
    FakePeer peer = welcomed();
    CompletionStage<JsonObject> answer = client.request(json("{type:'staff.find'}"));
    peer.hears("staff.find");
    time.pass(4_999);
    assertFalse(answer.toCompletableFuture().isDone());
    time.pass(1);
    assertThrows(ExecutionException.class, () -> Waiting.valueOf(answer));
  }

  @Test
  void requestsFailWithTheConnection() throws Exception {
    FakePeer peer = welcomed();
    CompletionStage<JsonObject> answer = client.request(json("{type:'staff.find'}"));
    peer.hears("staff.find");
    peer.close(1001, "");
    assertThrows(ExecutionException.class, () -> Waiting.valueOf(answer));
    assertThrows(ExecutionException.class, () -> Waiting.valueOf(client.request(json("{type:x}"))));
  }

  @Test
  void ordersAreAnsweredAlsoWhereTheHandlerFails() throws Exception {
    client.onRequest("player.kick", frame -> CompletableFuture.completedStage(Answers.ok()));
    client.onRequest("player.send", frame -> CompletableFuture.failedStage(new Exception("no")));
    FakePeer peer = welcomed();
    peer.says("{\"type\":\"player.kick\",\"id\":7}");
    assertEquals(json("{type:ok,re:7}"), peer.next());
    peer.says("{\"type\":\"player.send\",\"id\":8}");
    assertEquals("internal_error", peer.next().get("code").getAsString());
    peer.says("{\"type\":\"of.the.future\",\"id\":9}");
    JsonObject unknown = peer.next();
    assertEquals("invalid_frame", unknown.get("code").getAsString());
    assertEquals(9, unknown.get("re").getAsInt());
  }

  @Test
  void aFrameThatIsNoJsonIsLoggedAndTheNextOneIsRead() throws Exception {
    FakePeer peer = welcomed();
    peer.says("{nonsense");
    peer.says("[1]");
    log.next("agent.bad-frame");
    log.next("agent.bad-frame");
    peer.says("{\"type\":\"ping\",\"at\":1}");
    peer.hears("pong");
  }

  @Test
  void aFrameThatIsTooBigIsNotSentAndTheConnectionStays() throws Exception {
    FakePeer peer = welcomed();
    JsonObject big = json("{type:parties}");
    big.addProperty("name", "x".repeat(ListFrames.MAX_FRAME_BYTES));
    client.post(big);
    assertEquals("agent.frame-too-big type=parties", log.next("agent.frame-too-big"));
    client.post(json("{type:players}"));
    assertEquals("players", peer.next().get("type").getAsString());
  }

  @Test
  void aConnectionWithAFrameThatIsTooBigIsGivenUp() throws Exception {
    welcomed().says("{\"type\":\"" + "x".repeat(ListFrames.MAX_FRAME_BYTES) + "\"}");
    assertTrue(log.next("agent.link-lost").contains("too big"));
  }

  @Test
  void framesOfSeveralThreadsArriveWholeAndInTheirOrder() throws Exception {
    FakePeer peer = welcomed();
    List<Thread> threads =
        IntStream.range(0, 4)
            .mapToObj(
                sender ->
                    new Thread(
                        () -> {
                          for (int at = 0; at < 500; at++) {
                            client.post(json("{type:t,sender:" + sender + ",at:" + at + "}"));
                          }
                        }))
            .toList();
    threads.forEach(Thread::start);
    int[] next = new int[4];
    for (int count = 0; count < 2_000; count++) {
      JsonObject frame = peer.next();
      int sender = frame.get("sender").getAsInt();
      assertEquals(next[sender]++, frame.get("at").getAsInt());
    }
  }

  @Test
  void aStopClosesAsItShouldAndDoesNotConnectAgain() throws Exception {
    FakePeer peer = welcomed();
    CompletionStage<Void> stopped = client.stop();
    assertEquals(1000, peer.end());
    peer.close(1000, "");
    peer.drop();
    Waiting.valueOf(stopped);
    channel.nextRequest();
    time.pass(60_000);
    assertEquals(0, channel.requestsWaiting());
  }
}
