package net.portcullis.agent.core;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import net.portcullis.agent.core.admission.Admissions;
import net.portcullis.agent.core.channel.ChannelClient;
import net.portcullis.agent.core.channel.Features;
import net.portcullis.agent.core.channel.Hello;
import net.portcullis.agent.core.channel.Link;
import net.portcullis.agent.core.config.ConfigFile;
import net.portcullis.agent.core.network.Replica;
import net.portcullis.agent.core.network.SnapshotKeeper;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.session.PlayerOrders;
import net.portcullis.agent.core.session.SessionBook;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.time.Clock;
import net.portcullis.agent.core.time.ScheduledAgentThread;

/** The agent of one proxy: its parts, put together. */
public final class ProxyAgent implements Agent, AgentControl {
  /** Longer than any decision takes: only a fault of the agent itself is met by this. */
  private static final long LOGIN_WITHIN_MS = 6_000;

  private static final long STOP_WITHIN_MS = 3_000;
  private static final Text FAULT =
      Markup.parse("&cYour login could not be checked. Please come back later.");

  private final Log log;
  private final Clock clock = Clock.SYSTEM;
  private final ScheduledAgentThread thread;
  private final ExecutorService files;
  private final ConfigHolder config;
  private final ChannelClient channel;
  private final SnapshotKeeper keeper;
  private final SessionBook sessions;
  private final Admissions admissions;
  private final AgentFeatures features;
  private final String version;

  private ProxyAgent(
      ProxyPlatform platform, long epoch, Function<AgentContext, AgentFeatures> builder) {
    log = platform.log();
    version = AgentVersion.read();
    thread = new ScheduledAgentThread(log);
    files = Executors.newSingleThreadExecutor(ProxyAgent::fileThread);
    config = new ConfigHolder(new ConfigFile(platform.dataFolder()), log);
    Hello hello = new Hello(platform.kind().word(), version, epoch, Features.ALL);
    channel = new ChannelClient(thread, clock, ProxyAgent::random, log, hello, config::link);
    Replica replica = new Replica(thread);
    keeper =
        new SnapshotKeeper(
            replica,
            platform.dataFolder().resolve("network.snapshot"),
            () -> config.get().secret(),
            thread,
            files,
            clock,
            log);
    sessions = new SessionBook(channel, clock);
    admissions = new Admissions(channel, replica, sessions, config, thread, clock);
    replica.listen(channel);
    new PlayerOrders(sessions, platform, this::move).listen(channel);
    channel.onWelcome(sessions::report);
    features =
        builder.apply(
            new AgentContext(
                platform,
                channel,
                channel,
                replica,
                sessions,
                thread,
                clock,
                ProxyAgent::random,
                config,
                this));
    thread.execute(() -> sessions.adopt(platform.players()));
    thread.execute(keeper::load);
    channel.start();
    log.info(
        Event.of("agent.started")
            .with("version", version)
            .with("proxy", platform.version())
            .with("platform", platform.kind().word())
            .line());
  }

  /**
   * Starts the agent of this proxy; the first start writes {@code config.yml}.
   *
   * @param builder makes what is built on the core
   */
  public static ProxyAgent start(
      ProxyPlatform platform, Function<AgentContext, AgentFeatures> builder) {
    // A plugin that is loaded again in the same process goes on with the sessions of the one
    // before.
    return start(platform, ManagementFactory.getRuntimeMXBean().getStartTime(), builder);
  }

  /**
   * @param epoch the start of the process
   */
  static ProxyAgent start(
      ProxyPlatform platform, long epoch, Function<AgentContext, AgentFeatures> builder) {
    return new ProxyAgent(platform, epoch, builder);
  }

  @Override
  public CompletionStage<Optional<Text>> login(
      UUID uuid, String name, String address, Object connection) {
    CompletableFuture<Optional<Text>> answer = new CompletableFuture<>();
    thread.execute(() -> decide(uuid, name, address, connection, answer));
    return answer
        .completeOnTimeout(Optional.of(FAULT), LOGIN_WITHIN_MS, TimeUnit.MILLISECONDS)
        .minimalCompletionStage();
  }

  @Override
  public void loginEnded(Object connection) {
    thread.execute(() -> admissions.ended(connection));
  }

  @Override
  public void joined(ProxyPlayer player, Object connection) {
    long at = clock.now();
    thread.execute(
        () -> {
          admissions.joined(connection);
          sessions.joined(player, at);
        });
  }

  @Override
  public void switched(ProxyPlayer player, String server) {
    long at = clock.now();
    thread.execute(
        () -> {
          if (!sessions.isCurrent(player)) return;
          sessions.switched(player, server, at);
          features.switched(player, server);
        });
  }

  @Override
  public void left(ProxyPlayer player) {
    thread.execute(
        () -> {
          // What the features keep is of this connection, also where a later one has the session.
          features.left(player);
          if (sessions.isCurrent(player)) sessions.left(player);
        });
  }

  @Override
  public AgentFeatures features() {
    return features;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public String link() {
    return config.link().isPresent() ? channel.state() : "not configured";
  }

  @Override
  public Optional<String> reload() {
    Optional<Link> before = config.link();
    Optional<String> problem = config.reload();
    if (!config.link().equals(before)) {
      thread.execute(keeper::secretChanged);
      channel.restart();
    }
    return problem;
  }

  @Override
  public void stop() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    thread.execute(
        () ->
            channel
                .stop()
                .thenCompose(closed -> keeper.close())
                .whenComplete((closed, error) -> done.complete(null)));
    done.completeOnTimeout(null, STOP_WITHIN_MS, TimeUnit.MILLISECONDS).join();
    thread.close();
    files.shutdown();
  }

  /** A fault refuses: whoever cannot be checked does not come in. */
  private void decide(
      UUID uuid,
      String name,
      String address,
      Object connection,
      CompletableFuture<Optional<Text>> answer) {
    try {
      admissions
          .decide(uuid, name, address, connection)
          .whenComplete((refusal, error) -> finish(answer, refusal, error));
    } catch (RuntimeException error) {
      finish(answer, Optional.empty(), error);
    }
  }

  private void finish(
      CompletableFuture<Optional<Text>> answer, Optional<Text> refusal, Throwable error) {
    if (error != null) log.warn("agent.login-failed", error);
    answer.complete(error == null ? refusal : Optional.of(FAULT));
  }

  private CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    return features.move(player, server);
  }

  private static double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  private static Thread fileThread(Runnable task) {
    Thread thread = new Thread(task, "portcullis-files");
    thread.setDaemon(true);
    return thread;
  }
}
