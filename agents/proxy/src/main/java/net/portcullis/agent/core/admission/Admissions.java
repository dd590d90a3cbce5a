package net.portcullis.agent.core.admission;

import com.google.gson.JsonObject;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.channel.Features;
import net.portcullis.agent.core.channel.Fields;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.network.Replica;
import net.portcullis.agent.core.session.SessionBook;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/**
 * Asks the coordinator about each login, decides alone where it does not answer, and gives places
 * back. Used on the agent's thread alone.
 */
public final class Admissions {
  private static final long ANSWER_WITHIN_MS = 3_000;

  /** As long as the coordinator reserves a place: later nobody has to give it back. */
  private static final long FORGET_AFTER_MS = 30_000;

  private final Coordinator coordinator;
  private final LoneDecision alone;
  private final AgentThread thread;
  private final Map<Object, Login> logins = new IdentityHashMap<>();

  public Admissions(
      Coordinator coordinator,
      Replica replica,
      SessionBook sessions,
      Supplier<AgentConfig> config,
      AgentThread thread,
      Clock clock) {
    this.coordinator = coordinator;
    this.alone = new LoneDecision(replica, sessions, config, clock);
    this.thread = thread;
  }

  /** Completes with the words of a refusal, or empty, within a few seconds. */
  public CompletionStage<Optional<Text>> decide(
      UUID uuid, String name, String address, Object connection) {
    Login login = new Login(uuid, name);
    Optional.ofNullable(logins.put(connection, login)).ifPresent(this::end);
    login.expiry = thread.after(FORGET_AFTER_MS, () -> logins.remove(connection, login));
    login.limit = thread.after(ANSWER_WITHIN_MS, () -> decideAlone(login));
    coordinator
        .request(question(uuid, name, address))
        .whenComplete((answer, error) -> thread.execute(() -> answered(login, answer, error)));
    return login.decided.minimalCompletionStage();
  }

  /** The connection has ended, or somebody else has refused it: its place is free. */
  public void ended(Object connection) {
    Optional.ofNullable(logins.remove(connection)).ifPresent(this::end);
  }

  /** The player has joined: the place is theirs. */
  public void joined(Object connection) {
    Optional.ofNullable(logins.remove(connection))
        .ifPresent(
            login -> {
              login.isOver = true;
              login.holdsPlace = false;
              login.expiry.cancel();
            });
  }

  /** How many logins are under way. */
  public int underWay() {
    return logins.size();
  }

  private void answered(Login login, JsonObject answer, Throwable error) {
    boolean isAdmission =
        error == null && Fields.text(answer, "type").filter("admission"::equals).isPresent();
    if (!isAdmission) {
      decideAlone(login);
      return;
    }
    boolean isAllowed = Fields.flag(answer, "allow");
    login.holdsPlace = isAllowed;
    // The player went away meanwhile, or was refused because the answer came too late.
    if (login.isOver) giveBack(login);
    login.limit.cancel();
    login.decided.complete(
        isAllowed ? Optional.empty() : Optional.of(Markup.parse(wordsOf(answer))));
  }

  private void decideAlone(Login login) {
    login.limit.cancel();
    if (login.decided.isDone()) return;
    Optional<Text> refusal;
    try {
      refusal = alone.on(login.uuid, login.name, letInAlone());
    } catch (RuntimeException error) {
      // Nobody comes in by a fault.
      login.decided.completeExceptionally(error);
      return;
    }
    login.isLetInAlone = refusal.isEmpty();
    login.isOver |= refusal.isPresent();
    login.decided.complete(refusal);
  }

  private int letInAlone() {
    return (int) logins.values().stream().filter(one -> one.isLetInAlone).count();
  }

  private void end(Login login) {
    login.isOver = true;
    login.expiry.cancel();
    giveBack(login);
  }

  private void giveBack(Login login) {
    if (!login.holdsPlace) return;
    login.holdsPlace = false;
    if (!coordinator.features().contains(Features.CANCEL)) return;
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "player.cancel");
    frame.addProperty("uuid", login.uuid.toString());
    coordinator.post(frame);
  }

  /** A refusal without words still refuses. */
  private static String wordsOf(JsonObject answer) {
    return Fields.text(answer, "message").orElse("");
  }

  private static JsonObject question(UUID uuid, String name, String address) {
    JsonObject frame = new JsonObject();
    frame.addProperty("type", "player.login");
    frame.addProperty("uuid", uuid.toString());
    frame.addProperty("name", name);
    frame.addProperty("ip", address);
    return frame;
  }
}
