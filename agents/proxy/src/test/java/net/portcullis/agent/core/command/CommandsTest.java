package net.portcullis.agent.core.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import net.portcullis.agent.core.NetworkFeatures;
import net.portcullis.agent.core.platform.AgentCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CommandsTest {
  private final FakeAgent agent = new FakeAgent();
  private NetworkFeatures features;
  private FakePlayer anna;
  private FakePlayer ben;

  @BeforeEach
  void makeCommands() {
    for (String name : List.of("hub-1", "game-1")) {
      agent.platform.servers.put(name, InetSocketAddress.createUnresolved(name, 25565));
    }
    features = new NetworkFeatures(agent.context());
    agent.network.hub("hub-1", 0, 100).game("game-1", "RUNNING", 1, 100);
    anna = agent.platform.join("anna", "game-1");
    ben = agent.platform.join("ben", "game-1");
    agent.coordinator.answers("{\"type\":\"ok\"}");
  }

  @Test
  void everyCommandOfStaffHasAPermissionOfItsOwn() {
    for (String name : List.of("find", "send", "alert", "kick", "ban", "unban")) {
      assertEquals(Optional.of("portcullis.command." + name), command(name).permission());
    }
    assertEquals(Optional.empty(), command("hub").permission());
    assertEquals(List.of("lobby"), command("hub").aliases());
  }

  @Test
  void aBanIsAskedInTheNameOfStaff() {
    run("ban", "ben", "7d", "Flying", "again");
    String by = "{\"uuid\":\"" + anna.uuid().orElseThrow() + "\",\"name\":\"anna\"}";
    assertEquals(
        "{\"type\":\"staff.ban\",\"by\":"
            + by
            + ",\"name\":\"ben\",\"time\":\"7D\",\"reason\":\"Flying again\"}",
        agent.coordinator.lastRequested());
    assertEquals("ben is banned for 7D.", anna.lastRead());
  }

  @Test
  void aWrongBanIsAnsweredAndNotAsked() {
    run("ban", "ben", "7D");
    assertTrue(anna.lastRead().startsWith("Usage: /ban <player>"), anna.lastRead());
    run("ban", "ben", "2h", "Flying");
    assertTrue(anna.lastRead().startsWith("A ban is for one of"), anna.lastRead());
    run("ban", "ben", "7D", "x".repeat(256));
    assertEquals("A reason has at most 255 characters.", anna.lastRead());
    run("ban");
    assertEquals(List.of(), agent.coordinator.requested);
  }

  @Test
  void errorsOfTheCoordinatorAreSaidInWords() {
    agent.coordinator.answers("{\"type\":\"error\",\"code\":\"not_permitted\",\"detail\":\"\"}");
    run("unban", "ben");
    assertTrue(anna.lastRead().contains("--bans"), anna.lastRead());
    agent.coordinator.answers("{\"type\":\"error\",\"code\":\"odd\",\"detail\":\"Why not\"}");
    run("unban", "ben");
    assertEquals("The coordinator refused it: Why not", anna.lastRead());
  }

  @Test
  void aCoordinatorThatDoesNotAnswerIsSaid() {
    agent.coordinator.answers("{}");
    run("unban", "ben");
    assertTrue(anna.lastRead().startsWith("The coordinator did not answer"), anna.lastRead());
  }

  @Test
  void aBanWithoutTheCoordinatorChangesNothing() {
    agent.coordinator.isConnected = false;
    run("ban", "ben", "perma", "Flying");
    assertEquals("The coordinator is away; nothing was changed.", anna.lastRead());
    assertEquals(Optional.empty(), ben.disconnected);
  }

  @Test
  void anOlderCoordinatorIsAskedNothing() {
    agent.coordinator.features.remove("staff");
    run("ban", "ben", "perma", "Flying");
    assertEquals("The coordinator is too old for this command.", anna.lastRead());
    assertEquals(List.of(), agent.coordinator.requested);
  }

  @Test
  void aKickAndAMoveWithoutTheCoordinatorAreDoneHere() {
    agent.coordinator.isConnected = false;
    run("send", "ben", "hub-1");
    assertEquals(Optional.of("hub-1"), ben.server);
    run("send", "ben", "nowhere");
    assertEquals("There is no server of this name.", anna.lastRead());
    run("find", "ben");
    assertEquals("ben is on hub-1, by proxy-1.", anna.lastRead());
    run("kick", "ben", "&cEnough");
    assertEquals(Optional.of("&cEnough"), ben.disconnected, "a reason has no colours");
    run("kick", "somebody");
    assertEquals("The coordinator is away; nothing was changed.", anna.lastRead());
  }

  @Test
  void anAlertIsForTheNetworkAndWithoutTheCoordinatorForThisProxy() {
    run("alert", "&aGood", "evening");
    assertTrue(agent.coordinator.lastRequested().contains("\"message\":\"&aGood evening\""));
    agent.coordinator.isConnected = false;
    run("alert", "&aGood", "night");
    assertEquals("Good night", ben.lastRead());
  }

  @Test
  void aPlayerIsFoundWhereverTheyAre() {
    agent.coordinator.answers(
        "{\"type\":\"player.place\",\"name\":\"Cleo\",\"proxy\":\"edge-1\",\"server\":null}");
    run("find", "cleo");
    assertEquals("Cleo is on no server that is known, by edge-1.", anna.lastRead());
  }

  @Test
  void aMoveOfStaffIsAskedWithThePlayerAndTheServer() {
    run("send", "ben", "game-7");
    assertTrue(
        agent.coordinator.lastRequested().endsWith("\"name\":\"ben\",\"server\":\"game-7\"}"));
    assertEquals(List.of(), ben.connects);
  }

  @Test
  void hubLeadsToAHub() {
    run("hub");
    assertEquals(Optional.of("hub-1"), anna.server);
    run("hub");
    assertEquals("You are on a hub.", anna.lastRead());
  }

  @Test
  void aClickWorksOnlyForWhatWasOffered() {
    run("portcullis", "go", "hub-1");
    assertEquals("This offer has ended.", anna.lastRead());
    agent.coordinator.says(
        "{\"type\":\"player.offer\",\"server\":\"hub-1\",\"message\":\"Back?\",\"uuid\":\""
            + anna.uuid().orElseThrow()
            + "\"}");
    run("portcullis", "go", "hub-1");
    assertEquals(Optional.of("hub-1"), anna.server);
  }

  @Test
  void aClickThatWaitsPutsIntoTheLineAndLaterMoves() {
    agent.network.game("game-2", "DRAINING", 0, 100);
    agent.platform.register("game-2", InetSocketAddress.createUnresolved("game-2", 25565));
    features.beforeConnect(anna, "game-2");
    run("portcullis", "wait", "game-2");
    assertEquals("You wait for game-2. Stay, and you are moved.", anna.lastRead());
    agent.network.game("game-2", "WAITING", 0, 100);
    agent.time.pass(500);
    assertEquals(Optional.of("game-2"), anna.server);
  }

  @Test
  void statusAndReloadAreForAdminsAlone() {
    run("portcullis", "reload");
    assertEquals(0, agent.reloads);
    assertEquals("Portcullis 1.2.3", anna.lastRead());
    anna.permissions.add("portcullis.admin");
    run("portcullis", "status");
    assertTrue(anna.read().contains("Coordinator: connected"), anna.read()::toString);
    run("portcullis", "reload");
    assertEquals("config.yml was read again.", anna.lastRead());
    agent.wrongConfig = Optional.of("name is missing");
    run("portcullis", "reload");
    assertEquals("Not read, the old one holds: name is missing", anna.lastRead());
  }

  @Test
  void noticesAreForStaffAlone() {
    ben.permissions.add("portcullis.notify");
    agent.coordinator.says(
        "{\"type\":\"notice\",\"kind\":\"ban\",\"message\":\"&cDora was banned\"}");
    assertEquals("Dora was banned", ben.lastRead());
    assertEquals("", anna.lastRead());
  }

  @Test
  void argumentsAreCompleted() {
    assertEquals(List.of("ben"), complete("ban", "B"));
    assertEquals(List.of("7D"), complete("ban", "ben", "7"));
    assertEquals(List.of(), complete("ban", "ben", "7D", ""));
    assertEquals(List.of("game-1", "hub-1"), complete("send", "ben", ""));
    assertEquals(List.of("anna", "ben"), complete("find", ""));
    assertEquals(List.of(), complete("portcullis", ""));
    anna.permissions.add("portcullis.admin");
    assertEquals(List.of("reload", "status"), complete("portcullis", ""));
  }

  private AgentCommand command(String name) {
    return features.commands().stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void run(String name, String... arguments) {
    command(name).run(anna, List.of(arguments));
  }

  private List<String> complete(String name, String... arguments) {
    return command(name).complete(anna, List.of(arguments));
  }
}
