package net.portcullis.agent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import net.portcullis.agent.core.ProxyAgent;

/**
 * Drives the agent for {@code bench/agents.ts}: a line of standard input is an order, a line of
 * standard output its answer. {@code alone <n>}: one login after the other, in microseconds; {@code
 * rate <n> <under way>}: logins a second; {@code join <n>}: players who come, and how many bytes of
 * heap the agent keeps for each.
 */
public final class AgentLoad {
  private static final int PLAYERS = 20_000;

  private final ProxyAgent agent;
  private final List<BenchPlayer> joined = new ArrayList<>();

  private AgentLoad(ProxyAgent agent) {
    this.agent = agent;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    BenchPlatform platform = new BenchPlatform(Path.of(args[0]));
    AgentLoad load = new AgentLoad(ProxyAgent.start(platform, context -> new NoFeatures()));
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      String[] words = line.split(" ");
      int count = words.length > 1 ? Integer.parseInt(words[1]) : 0;
      String answer =
          switch (words[0]) {
            case "alone" -> load.alone(count);
            case "rate" -> load.rate(count, Integer.parseInt(words[2]));
            case "join" -> load.join(count);
            default -> load.agent.link();
          };
      System.out.println(answer);
    }
    load.agent.stop();
  }

  private String alone(int count) {
    double[] micros = new double[count];
    for (int at = 0; at < count; at++) {
      long from = System.nanoTime();
      login(at).join();
      micros[at] = (System.nanoTime() - from) / 1e3;
    }
    Arrays.sort(micros);
    return String.format(
        Locale.ROOT,
        "{\"p50\":%.1f,\"p99\":%.1f}",
        micros[count / 2],
        micros[(int) (count * 0.99)]);
  }

  private String rate(int count, int underWay) throws InterruptedException {
    Semaphore places = new Semaphore(underWay);
    long from = System.nanoTime();
    for (int at = 0; at < count; at++) {
      places.acquire();
      login(at).whenComplete((done, error) -> places.release());
    }
    places.acquire(underWay);
    return String.format(
        Locale.ROOT, "{\"perSecond\":%.0f}", count / ((System.nanoTime() - from) / 1e9));
  }

  /** The login of a player who then goes away again, so that no place stays taken. */
  private CompletableFuture<Void> login(int at) {
    BenchPlayer player = BenchPlayer.of(at % PLAYERS);
    return agent
        .login(player.id(), player.name(), player.address(), player)
        .thenAccept(
            refusal -> {
              if (refusal.isPresent()) throw new IllegalStateException("refused: " + refusal);
              agent.loginEnded(player);
            })
        .toCompletableFuture();
  }

  private String join(int count) throws InterruptedException {
    for (int at = 0; at < count; at++) joined.add(BenchPlayer.of(PLAYERS + at));
    long before = heap();
    for (BenchPlayer player : joined) agent.joined(player, player);
    // What was handed over before is done when this is answered.
    login(0).join();
    return String.format(
        Locale.ROOT, "{\"bytes\":%.0f}", (heap() - before) / (double) joined.size());
  }

  private static long heap() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 4; round++) {
      System.gc();
      Thread.sleep(200);
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
