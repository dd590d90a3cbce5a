package net.portcullis.agent.core.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.network.NetworkStatus;
import net.portcullis.agent.core.network.NetworkTexts;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerListTest {
  private static final int PROTOCOL = 767;

  @TempDir Path folder;

  private final FakeAgent agent = new FakeAgent();

  @BeforeEach
  void makeFolder() {
    agent.platform.dataFolder = folder;
  }

  @Test
  void theListShowsTheMessageAndTheCountsOfTheNetwork() {
    agent.network.status = Optional.of(status(false, "&#12AB34Welcome", 42));
    ListAnswer answer = answer();
    assertEquals(Markup.parse("&#12AB34Welcome"), answer.motd());
    assertEquals(42, answer.online());
    assertEquals(500, answer.max());
    assertEquals(Optional.empty(), answer.version());
    assertEquals(Optional.empty(), answer.icon());
  }

  @Test
  void duringMaintenanceItShowsItsOwnMessageAndVersionText() {
    agent.network.status = Optional.of(status(true, "Welcome", 0));
    agent.network.texts = textsWith("&cMaintenance");
    ListAnswer answer = answer();
    assertEquals("Closed", Markup.textOf(answer.motd()));
    assertEquals(Optional.of("Maintenance"), answer.version());
  }

  @Test
  void withoutAVersionTextTheVersionStays() {
    agent.network.status = Optional.of(status(true, "Welcome", 0));
    assertEquals(Optional.empty(), answer().version());
  }

  @Test
  void theVersionStaysWhileThereIsNoMaintenance() {
    agent.network.texts = textsWith("Maintenance");
    assertEquals(Optional.empty(), answer().version());
  }

  @Test
  void atLeastThePlayersOfThisProxyAreOnline() {
    agent.network.status = Optional.of(status(false, "Welcome", 1));
    for (int number = 0; number < 3; number++) agent.platform.join("player" + number);
    assertEquals(3, answer().online());
  }

  @Test
  void aMessageThatChangesIsShownAtOnce() {
    ServerList list = new ServerList(agent.context());
    list.answer(PROTOCOL);
    agent.network.status = Optional.of(status(false, "New", 0));
    assertEquals("New", Markup.textOf(list.answer(PROTOCOL).orElseThrow().motd()));
  }

  @Test
  void beforeTheCoordinatorWasHeardOfTheProxyAnswers() {
    agent.network.status = Optional.empty();
    assertEquals(Optional.empty(), new ServerList(agent.context()).answer(PROTOCOL));
  }

  @Test
  void withServerListOffTheProxyAnswers() {
    agent.config = FakeAgent.configWith(ServerSyncMode.OFF, true, true, true, false);
    assertEquals(Optional.empty(), new ServerList(agent.context()).answer(PROTOCOL));
  }

  @Test
  void anIconOfTheDataFolderIsShown() throws IOException {
    byte[] icon = png(64, 64, 100);
    Files.write(folder.resolve("server-icon.png"), icon);
    String url = "data:image/png;base64," + Base64.getEncoder().encodeToString(icon);
    assertEquals(Optional.of(url), answer().icon());
  }

  @Test
  void anIconThatClientsDoNotShowIsLeftOutAndLogged() throws IOException {
    expectUnusable(png(32, 64, 100), "it is not 64 by 64 pixels");
    expectUnusable(png(64, 64, 22_001), "it is larger than 22000 bytes");
    expectUnusable(new byte[100], "it is not a PNG file");
    expectUnusable(new byte[0], "it is not a PNG file");
  }

  @Test
  void aChangedIconIsShownAfterAReload() throws IOException {
    ServerList list = new ServerList(agent.context());
    Files.write(folder.resolve("server-icon.png"), png(64, 64, 100));
    list.loadIcon();
    assertTrue(list.answer(PROTOCOL).orElseThrow().icon().isPresent());
  }

  @Test
  void anIconThatDoesNotFitBesideTheMessageIsLeftOut() throws IOException {
    Files.write(folder.resolve("server-icon.png"), png(64, 64, 22_000));
    assertTrue(answer().icon().isPresent());
    agent.network.status = Optional.of(status(false, "x".repeat(4_000), 0));
    assertEquals(Optional.empty(), answer().icon());
    assertEquals(4_000, lengthOf(answer().motd()));
  }

  private ListAnswer answer() {
    return new ServerList(agent.context()).answer(PROTOCOL).orElseThrow();
  }

  private void expectUnusable(byte[] icon, String problem) throws IOException {
    Files.write(folder.resolve("server-icon.png"), icon);
    assertEquals(Optional.empty(), answer().icon());
    String line = "list.icon-unusable file=server-icon.png problem=\"" + problem + "\"";
    assertTrue(agent.platform.log.lines.contains(line), agent.platform.log.lines::toString);
  }

  private static int lengthOf(Text text) {
    return Markup.textOf(text).length();
  }

  private static NetworkStatus status(boolean maintenance, String motd, int online) {
    return new NetworkStatus(maintenance, false, online, 500, motd, "&cClosed", Set.of());
  }

  private static NetworkTexts textsWith(String maintenanceVersion) {
    NetworkTexts texts = NetworkTexts.DEFAULT;
    return new NetworkTexts(
        texts.banned(),
        texts.bannedForever(),
        texts.maintenance(),
        texts.joinPrevented(),
        texts.networkFull(),
        texts.noServer(),
        texts.serverDraining(),
        texts.serverFull(),
        texts.serverLost(),
        texts.unreachable(),
        maintenanceVersion);
  }

  /** The head of a picture of this size. */
  private static byte[] png(int width, int height, int bytes) {
    ByteBuffer png = ByteBuffer.allocate(bytes);
    png.put(HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452"));
    return png.putInt(width).putInt(height).array();
  }
}
