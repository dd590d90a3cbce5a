package net.portcullis.agent.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.LockedTime;
import net.portcullis.agent.core.QueueLog;
import net.portcullis.agent.core.Waiting;
import net.portcullis.agent.core.config.Secret;
import net.portcullis.agent.core.time.Clock;
import net.portcullis.agent.core.time.ScheduledAgentThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChannelLossTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  private final LockedTime time = new LockedTime();
  private final QueueLog log = new QueueLog();
  private FakeChannel channel;
  private ChannelClient client;
  private Optional<Link> link = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    channel = new FakeChannel();
    link = Optional.of(new Link(channel.url(), "proxy-1", new Secret(SECRET), false));
    Hello hello = new Hello("modern", "1.2.3", 1_000, List.of());
    // Without chance every wait is half of what it can be at most.
    client = new ChannelClient(time, time, () -> 0, log, hello, () -> link);
  }

  @AfterEach
  void close() throws IOException {
    client.stop();
    channel.close();
  }

  private FakePeer welcomed() throws Exception {
    FakePeer peer = channel.nextPeer().welcomes();
    log.next("agent.welcomed");
    return peer;
  }

  private long retryOf(String line) {
    return Long.parseLong(line.replaceAll(".*retryInMs=(\\d+).*", "$1"));
  }

  @Test
  void waitsDoubleUpToFifteenSecondsHalfOfThemRandom() throws Exception {
    channel.status = 503;
    client.start();
    List<Long> waits = new ArrayList<>();
    for (int attempt = 0; attempt < 9; attempt++) {
      channel.nextRequest();
      waits.add(retryOf(log.next("agent.link-lost")));
      time.pass(waits.get(attempt));
    }
    assertEquals(List.of(125L, 250L, 500L, 1000L, 2000L, 4000L, 7500L, 7500L, 7500L), waits);
  }

  @Test
  void aConnectionThatBreaksAtOnceDoesNotMakeTheWaitsShort() throws Exception {
    client.start();
    welcomed().close(1011, "");
    assertEquals(125, retryOf(log.next("agent.link-lost")));
    time.pass(125);
    FakePeer second = welcomed();
    time.pass(9_999);
    second.close(1011, "");
    assertEquals(250, retryOf(log.next("agent.link-lost")));
    time.pass(250);
    FakePeer third = welcomed();
    time.pass(10_000);
    third.close(1011, "");
    assertEquals(125, retryOf(log.next("agent.link-lost")));
  }

  @Test
  void aWrongSecretIsSaidWithoutTheSecretAndTriedSlowly() throws Exception {
    channel.status = 401;
    client.start();
    channel.nextRequest();
    assertTrue(log.next("agent.wrong-secret").contains("portcullis agent add proxy-1"));
    assertEquals(7_500, retryOf(log.next("agent.link-lost")));
    assertTrue(client.state().contains("refuses this secret"));
    time.pass(7_499);
    assertEquals(0, channel.requestsWaiting());
    time.pass(1);
    channel.nextRequest();
    assertTrue(log.lines.stream().noneMatch(line -> line.contains(SECRET)));
  }

  @ParameterizedTest
  @CsvSource({"1001, 125", "1008, 125", "1011, 125", "4001, 7500"})
  void onlyWhoWasSentAwayComesBackSlowly(int code, long wait) throws Exception {
    client.start();
    welcomed().close(code, "the words");
    String line = log.next("agent.link-lost");
    assertEquals(wait, retryOf(line));
    assertTrue(line.contains("code=" + code) && line.contains("\"the words\""), line);
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    channel.status = 302;
    client.start();
    channel.nextRequest();
    assertTrue(log.next("agent.link-lost").contains("HTTP 302: redirects are not followed"));
  }

  @Test
  void aLineThatIsHalfOpenIsGivenUpAfterTwentySecondsWithoutAPing() throws Exception {
    client.start();
    FakePeer peer = welcomed();
    time.pass(15_000);
    peer.says("{\"type\":\"ping\",\"at\":1}");
    peer.hears("pong");
    time.pass(19_999);
    assertTrue(client.isConnected());
    time.pass(1);
    assertTrue(log.next("agent.link-lost").contains("silent"));
    time.pass(125);
    welcomed();
  }

  @Test
  void aCoordinatorThatNeverAnswersTheUpgradeIsGivenUpAfterFiveSeconds() throws Exception {
    channel.status = 0;
    client.start();
    channel.nextRequest();
    channel.status = 101;
    time.pass(5_000);
    assertTrue(log.next("agent.link-lost").contains("does not answer"));
    time.pass(125);
    welcomed();
  }

  @Test
  void aCoordinatorThatNeverGreetsIsGivenUpAfterFiveSeconds() throws Exception {
    client.start();
    channel.nextPeer().hears("hello");
    time.pass(5_000);
    assertTrue(log.next("agent.link-lost").contains("does not greet"));
  }

  @Test
  void nothingThatListensIsSaidInWords() throws Exception {
    channel.close();
    client.start();
    assertTrue(log.next("agent.link-lost").contains("nothing listens there"));
  }

  @Test
  void nothingIsTriedBeforeTheLinkIsConfigured() throws Exception {
    Optional<Link> configured = link;
    link = Optional.empty();
    client.start();
    time.pass(60_000);
    assertEquals(0, channel.requestsWaiting());
    link = configured;
    client.restart();
    welcomed();
  }

  @Test
  void anEndRightAfterAFrameIsNoticed() throws Exception {
    try (ScheduledAgentThread thread = new ScheduledAgentThread(log)) {
      Hello hello = new Hello("modern", "1.2.3", 1_000, List.of());
      ChannelClient real = new ChannelClient(thread, Clock.SYSTEM, () -> 0, log, hello, () -> link);
      real.start();
      for (int round = 0; round < 10; round++) {
        welcomed().drop();
        log.next("agent.link-lost");
        real.restart();
      }
      Waiting.valueOf(real.stop());
    }
  }

  @Test
  void aChangedLinkIsTakenAtOnce() throws Exception {
    client.start();
    FakePeer before = welcomed();
    link = Optional.of(new Link(channel.url(), "proxy-2", new Secret(SECRET), true));
    client.restart();
    before.end();
    var hello = channel.nextPeer().hears("hello");
    assertEquals("proxy-2", hello.get("name").getAsString());
    assertTrue(hello.get("behindEdge").getAsBoolean());
  }
}
