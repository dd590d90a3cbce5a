import type { Clock } from '../../../src/runtime/clock.ts';
import type { Logger } from '../../../src/runtime/logger.ts';
import { type Fillings, fillText } from '../../../src/backend/menus/fill-text.ts';
import type { MenuServer } from '../../../src/channel/protocol/coordinator-messages.ts';
import { isOpenTo } from '../../../src/backend/menus/server-menu.ts';
import { type PlaceholderSource, placeholderValue } from '../../../src/backend/placeholders/placeholders.ts';
import { parseText, type TextRun } from '../../../src/domain/text/text.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';

/** What players read above their hotbar. */
export interface WaitingTexts {
  readonly maintenance: string;
  readonly noHub: string;
  readonly open: string;
}

/** A player as the waiting room needs them. */
export interface Waiter {
  readonly uuid: Uuid;
  readonly name: string;
  showActionBar(words: readonly TextRun[]): void;
}

export interface WaitingRoomOptions {
  /** Name of the lobby itself. */
  readonly server: string;
  readonly source: PlaceholderSource;
  readonly players: () => Iterable<Waiter>;
  readonly texts: WaitingTexts;
  /** Where players are moved as soon as one takes them; the first with room. */
  readonly moveTo: readonly string[];
  readonly move: (player: Waiter, server: string) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TICK_MS = 1_000;
/** So that a hub that has just come up is not stormed. */
const MOVES_A_TICK = 20;
/** Somebody who is still here after so long was not taken, and may be next time. */
const TRY_AGAIN_MS = 10_000;

/** What players who wait read and where they go, as the network changes. */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #tried = new Map<Uuid, number>();
  #timer: unknown;

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
    this.#later();
  }

  /** Forgets a player who is gone. */
  left(uuid: Uuid): void {
    this.#tried.delete(uuid);
  }

  close(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #later(): void {
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#tick();
      this.#later();
    }, TICK_MS);
  }

  #tick(): void {
    const { source, players, server, texts, moveTo } = this.#options;
    const text = waitingText(source, server, texts);
    const target = source.facts?.maintenance === false ? firstWithRoom(source, moveTo) : undefined;
    let room = target === undefined ? 0 : Math.min(MOVES_A_TICK, target.maxPlayers - target.players);
    for (const player of players()) {
      if (text !== '') player.showActionBar(parseText(fillText(text, this.#fillings(player))));
      if (target === undefined || room <= 0 || !this.#isDue(player.uuid)) continue;
      room -= 1;
      void this.#move(player, target.name);
    }
  }

  #isDue(uuid: Uuid): boolean {
    const now = this.#options.clock.now();
    const tried = this.#tried.get(uuid);
    if (tried !== undefined && now - tried >= 0 && now - tried < TRY_AGAIN_MS) return false;
    this.#tried.set(uuid, now);
    return true;
  }

  async #move(player: Waiter, server: string): Promise<void> {
    const { move, logger } = this.#options;
    try {
      await move(player, server);
    } catch (error) {
      logger.debug({ event: 'lobby.not-moved', uuid: player.uuid, server, err: error });
    }
  }

  #fillings({ uuid, name }: Waiter): Fillings {
    const { source } = this.#options;
    return { words: { viewer: name }, placeholder: (params) => placeholderValue(source, uuid, params) };
  }
}

/** What players who wait on `server` are to read now; empty for nothing, as long as nothing is known. */
export function waitingText(source: PlaceholderSource, server: string, texts: WaitingTexts): string {
  if (source.facts === null) return '';
  if (source.facts.maintenance) return texts.maintenance;
  for (const one of source.servers()) {
    if (one.type === 'HUB' && one.name !== server && isOpenTo(one)) return texts.open;
  }
  return texts.noHub;
}

function firstWithRoom(source: PlaceholderSource, names: readonly string[]): MenuServer | undefined {
  return names
    .flatMap((name) => source.server(name) ?? [])
    .find((server) => isOpenTo(server) && server.players < server.maxPlayers);
}
