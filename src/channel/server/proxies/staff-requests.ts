import type { AgentIdentity, ProxySession } from '../../../actors/agents.ts';
import type { StaffCommands } from '../../../actors/network.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { ReceivedMessage } from '../../protocol/partial-frame.ts';
import type { CommandsUnderWay } from '../commands-under-way.ts';

const MAY_NOT_BAN =
  'The secret of this proxy may not ban; make one with portcullis agent add <proxy> --role proxy --bans';

type StaffRequest = Extract<ReceivedMessage, { type: `staff.${string}` }>;

export interface StaffRequestsDeps {
  readonly staff: StaffCommands;
  readonly session: Pick<ProxySession, 'authorOf'>;
  /** Whether the proxy's secret lets its staff ban (docs/decisions/0152). */
  readonly mayBan: boolean;
  readonly identity: Pick<AgentIdentity, 'name' | 'platform'>;
  readonly commands: CommandsUnderWay;
  readonly logger: Logger;
}

/** What staff at a proxy order, each in the name of one of its players or of its console. */
export class StaffRequests {
  readonly #deps: StaffRequestsDeps;

  constructor(deps: StaffRequestsDeps) {
    this.#deps = deps;
  }

  receive(message: StaffRequest): void {
    const { staff, commands, identity } = this.#deps;
    if (identity.platform === 'edge') throw new AppError('not_permitted', 'Nobody gives commands at an edge');
    if (message.type === 'staff.find') {
      const { id, name } = message;
      commands.answer(id, async () => ({ type: 'player.place', re: id, ...(await staff.find(name)) }));
    } else commands.command(message.id, () => this.#carryOut(message));
  }

  async #carryOut(message: Exclude<StaffRequest, { type: 'staff.find' }>): Promise<void> {
    const { staff, session, identity, logger } = this.#deps;
    const by = session.authorOf(message.by);
    const { type, id: _id, by: _by, ...wanted } = message;
    logger.info({
      event: 'staff.command',
      proxy: identity.name,
      command: type,
      by: by.uuid ?? 'console',
      ...wanted,
    });
    switch (message.type) {
      case 'staff.ban':
        this.#assertMayBan();
        return await staff.ban(by, message.name, message.time, message.reason);
      case 'staff.unban':
        this.#assertMayBan();
        return await staff.unban(by, message.name);
      case 'staff.kick':
        return await staff.kick(by, message.name, message.reason);
      case 'staff.send':
        return await staff.send(message.name, message.server);
      case 'staff.alert':
        return staff.alert(message.message);
    }
  }

  #assertMayBan(): void {
    if (!this.#deps.mayBan) throw new AppError('not_permitted', MAY_NOT_BAN);
  }
}
