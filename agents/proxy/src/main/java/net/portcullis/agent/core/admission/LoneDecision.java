package net.portcullis.agent.core.admission;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.config.AgentConfig.WhileAway;
import net.portcullis.agent.core.network.Ban;
import net.portcullis.agent.core.network.NetworkStatus;
import net.portcullis.agent.core.network.NetworkTexts;
import net.portcullis.agent.core.network.Replica;
import net.portcullis.agent.core.session.SessionBook;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.time.Clock;

/** Decides who may come in while the coordinator does not, by what it said last. */
final class LoneDecision {
  private static final String UNREACHABLE =
      "&cThe network cannot be reached at the moment. Please come back later.";

  private final Replica replica;
  private final SessionBook sessions;
  private final Supplier<AgentConfig> config;
  private final Clock clock;

  LoneDecision(Replica replica, SessionBook sessions, Supplier<AgentConfig> config, Clock clock) {
    this.replica = replica;
    this.sessions = sessions;
    this.config = config;
    this.clock = clock;
  }

  /**
   * The refusal; empty for a player who may come in.
   *
   * @param others how many others this agent has let in who have not joined
   */
  Optional<Text> on(UUID uuid, String name, int others) {
    AgentConfig settings = config.get();
    if (settings.whileAway() == WhileAway.DENY) return refused(UNREACHABLE);
    Optional<NetworkStatus> status = replica.status();
    if (!replica.isComplete() || status.isEmpty()) {
      return settings.admitsUnknown() ? Optional.empty() : refused(UNREACHABLE);
    }
    long now = clock.now();
    NetworkTexts texts = replica.texts();
    Optional<Ban> ban = replica.banOf(uuid, name, now);
    if (ban.isPresent()) return refused(RefusalWords.of(ban.get(), texts, now));
    if (settings.whileAway() == WhileAway.ALLOW) return Optional.empty();
    return byStatus(status.get(), uuid, name, others, texts);
  }

  private Optional<Text> byStatus(
      NetworkStatus status, UUID uuid, String name, int others, NetworkTexts texts) {
    if (status.bypass().contains(Ban.fold(name))) return Optional.empty();
    if (status.maintenance()) return refused(texts.maintenance());
    if (status.preventJoin()) return refused(texts.joinPrevented());
    return taken(status, uuid, others) >= status.maxPlayers()
        ? refused(texts.networkFull())
        : Optional.empty();
  }

  /**
   * By the last count of the whole network, but never fewer than are here; without their own place.
   */
  private int taken(NetworkStatus status, UUID uuid, int others) {
    int own = sessions.of(uuid).isPresent() ? 1 : 0;
    return Math.max(status.onlinePlayers(), sessions.size() + others) - own;
  }

  private static Optional<Text> refused(String marked) {
    return Optional.of(Markup.parse(marked));
  }
}
