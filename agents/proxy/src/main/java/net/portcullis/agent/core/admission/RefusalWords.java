package net.portcullis.agent.core.admission;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.portcullis.agent.core.network.Ban;
import net.portcullis.agent.core.network.NetworkTexts;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.RemainingTime;

/** What a banned player reads where the agent decides alone. */
final class RefusalWords {
  private static final Pattern FACT = Pattern.compile("\\{(reason|remaining|id)\\}");

  private RefusalWords() {}

  /** A marked text. */
  static String of(Ban ban, NetworkTexts texts, long now) {
    String template = ban.expires() == 0 ? texts.bannedForever() : texts.banned();
    // In one pass, so that {id} in a reason stays text.
    return FACT.matcher(template)
        .replaceAll(fact -> Matcher.quoteReplacement(valueOf(fact, ban, now)));
  }

  private static String valueOf(MatchResult fact, Ban ban, long now) {
    return switch (fact.group(1)) {
      // The template may have colours; a reason is plain text, whatever is in it.
      case "reason" -> Markup.escape(ban.reason());
      case "remaining" -> ban.expires() == 0 ? "forever" : RemainingTime.of(ban.expires() - now);
      default -> ban.banId();
    };
  }
}
