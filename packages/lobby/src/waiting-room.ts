import type { Clock } from '../../../src/runtime/clock.ts';
import type { Logger } from '../../../src/runtime/logger.ts';
import { type Fillings, fillText } from '../../../src/backend/menus/fill-text.ts';
import type { MenuServer } from '../../../src/channel/protocol/coordinator-messages.ts';
import { isOpenTo } from '../../../src/backend/menus/server-menu.ts';
import { type PlaceholderSource, placeholderValue } from '../../../src/backend/placeholders/placeholders.ts';
import { parseText, type TextRun } from '../../../src/domain/text/text.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';

/** What players read above their hotbar while they wait. */
export interface WaitingTexts {
  readonly maintenance: string;
  readonly noHub: string;
  readonly open: string;
}

/** What the waiting room needs of a player. */
export interface WaitingPlayer {
  readonly uuid: Uuid;
  readonly name: string;
  showActionBar(words: readonly TextRun[]): void;
}

export interface WaitingRoomOptions {
  /** Name of the lobby itself. */
  readonly server: string;
  readonly source: PlaceholderSource;
  readonly players: () => Iterable<WaitingPlayer>;
  readonly texts: WaitingTexts;
  /** Servers to which players are moved when one is open to them: the first in this order with room. */
  readonly moveTo: readonly string[];
  readonly move: (player: WaitingPlayer, server: string) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TICK_MS = 1_000;
/** Limits the joins a second on a server that has just come up. */
const MOVES_A_TICK = 20;
/** A player who is still here after this time was not moved, and is tried again. */
const TRY_AGAIN_MS = 10_000;

/** Shows waiting players what they wait for, and moves them when a server is open to them. */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #triedAt = new Map<Uuid, number>();
  #timer: unknown;

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
    this.#tickLater();
  }

  /** Forgets a player who left. */
  left(uuid: Uuid): void {
    this.#triedAt.delete(uuid);
  }

  close(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #tickLater(): void {
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#tick();
      this.#tickLater();
    }, TICK_MS);
  }

  #tick(): void {
    const { source, players, server, texts, moveTo } = this.#options;
    const text = waitingText(source, server, texts);
    const targets = source.facts?.maintenance === false ? openTo(source, moveTo) : [];
    const target = targets.find(hasRoom);
    let room = target === undefined ? 0 : Math.min(MOVES_A_TICK, target.maxPlayers - target.players);
    for (const player of players()) {
      if (text !== '') player.showActionBar(parseText(fillText(text, this.#fillings(player))));
      if (target === undefined || room <= 0 || !this.#isDue(player.uuid)) continue;
      room -= 1;
      void this.#move(player, targets);
    }
  }

  #isDue(uuid: Uuid): boolean {
    const now = this.#options.clock.now();
    const triedAt = this.#triedAt.get(uuid);
    if (triedAt !== undefined && now - triedAt >= 0 && now - triedAt < TRY_AGAIN_MS) return false;
    this.#triedAt.set(uuid, now);
    return true;
  }

  /** Not every server can be reached by everybody: the first that takes the player is the one. */
  async #move(player: WaitingPlayer, targets: readonly MenuServer[]): Promise<void> {
    const { move, logger } = this.#options;
    for (const { name: server } of targets.filter(hasRoom)) {
      try {
        await move(player, server);
        return;
      } catch (error) {
        logger.debug({ event: 'lobby.not-moved', uuid: player.uuid, server, err: error });
      }
    }
  }

  #fillings({ uuid, name }: WaitingPlayer): Fillings {
    const { source } = this.#options;
    return { words: { viewer: name }, placeholder: (params) => placeholderValue(source, uuid, params) };
  }
}

/** The text for players who wait on `server`; empty while the coordinator has not sent the network. */
export function waitingText(source: PlaceholderSource, server: string, texts: WaitingTexts): string {
  if (source.facts === null) return '';
  if (source.facts.maintenance) return texts.maintenance;
  for (const one of source.servers()) {
    if (one.type === 'HUB' && one.name !== server && isOpenTo(one)) return texts.open;
  }
  return texts.noHub;
}

function openTo(source: PlaceholderSource, names: readonly string[]): MenuServer[] {
  return names.flatMap((name) => source.server(name) ?? []).filter(isOpenTo);
}

function hasRoom({ players, maxPlayers }: MenuServer): boolean {
  return players < maxPlayers;
}
