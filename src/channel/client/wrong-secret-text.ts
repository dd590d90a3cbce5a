import { shellWord } from '../../domain/text/shell-word.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';

/** What an operator reads whose agent has a wrong secret; `setting` says where it is set, as a key or an option. */
export function wrongSecretText(
  { name, role, platform }: Pick<AgentMessageOf<'hello'>, 'name' | 'role' | 'platform'>,
  setting: string | undefined,
): string {
  const refused =
    "The coordinator refuses this secret: it is neither an agent's own that holds, nor `channel.secret` in the coordinator's config.yml, or that one is off.";
  if (setting === undefined) return refused;
  const wanted = platform === 'edge' ? 'edge' : role;
  return `${refused} On the coordinator, \`portcullis agent add ${shellWord(name)} --role ${wanted}\` makes one; here it is set by ${setting}.`;
}
