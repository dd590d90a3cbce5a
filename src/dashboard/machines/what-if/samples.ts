import type { Ban, BanAuthor } from '../../../domain/ban.ts';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { DEFAULT_PROXY_SETTINGS } from '../../../domain/proxy-status.ts';
import { parseUuid, type Uuid } from '../../../domain/uuid.ts';
import type { LinkInput } from '../../../machines/link/context.ts';
import type { LinkEvent } from '../../../machines/link/events.ts';
import type { PlayerInput } from '../../../machines/player/context.ts';
import type { BanDraft, PlayerEvent } from '../../../machines/player/events.ts';
import type { ProxyInput } from '../../../machines/proxy/context.ts';
import type { ProxyEvent } from '../../../machines/proxy/events.ts';
import type { RebootInput } from '../../../machines/reboot/context.ts';
import type { RebootEvent } from '../../../machines/reboot/events.ts';
import type { ServerInput } from '../../../machines/server/context.ts';
import type { ServerEvent } from '../../../machines/server/events.ts';

interface Samples<Input, Event extends { readonly type: string }> {
  /** The inputs that a simulation can start with, by label. */
  readonly inputs: Readonly<Record<string, Input>>;
  /** The events that can be sent; several of one type where the payload decides. */
  readonly events: readonly Event[];
  /** The results of invoked work when it succeeds, by its name, computed from its input. */
  readonly outputs: Readonly<Record<string, (input: unknown) => unknown>>;
}

/** A fixed time in epoch milliseconds, so that every simulation is the same. */
const NOW = 1_790_000_000_000;
const ADMIN: BanAuthor = { via: 'api', name: 'dashboard', uuid: null };
const STEVE: Uuid = uuidOf('b50ad385-829d-3141-a216-7e7d7539ba7f');

const draft = (expires: number): BanDraft => ({
  uuid: STEVE,
  name: 'Steve',
  reason: 'griefing',
  bannedAt: NOW,
  expires,
  ip: '',
});
const ban = (expires: number): Ban => ({ ...draft(expires), count: 1, active: true });
const presence = { lease: 'proxy-1#1', ip: '', server: 'lobby', joinedAt: NOW };
const HOUR = NOW + 3_600_000;

const player: Samples<PlayerInput, PlayerEvent> = {
  inputs: {
    'Not banned': { uuid: STEVE, name: 'Steve', ban: null },
    'Banned for an hour': { uuid: STEVE, name: 'Steve', ban: ban(HOUR) },
    'Banned forever': { uuid: STEVE, name: 'Steve', ban: ban(0) },
  },
  events: [
    { type: 'presence.admit' },
    { type: 'presence.forget' },
    { type: 'presence.join', name: 'Steve', presence },
    { type: 'presence.switch', server: 'game-1' },
    { type: 'presence.lost' },
    { type: 'presence.resume' },
    { type: 'presence.pass', presence: { lease: 'edge-1#1', claim: undefined } },
    { type: 'presence.leave' },
    { type: 'ban.request', requestId: 'c1', draft: draft(HOUR), by: ADMIN },
    { type: 'ban.request', requestId: 'c2', draft: draft(0), by: ADMIN },
    { type: 'ban.replace', requestId: 'c4', draft: draft(0), by: ADMIN },
    { type: 'ban.lift', requestId: 'c3', at: NOW, by: ADMIN },
    { type: 'ban.expired' },
  ],
  outputs: {
    saveBan: (input) => ({ ...ban(HOUR), ...(isDraft(input) ? input.draft : {}) }),
    saveLift: () => ({ ...ban(HOUR), active: false }),
  },
};

const server: Samples<ServerInput, ServerEvent> = {
  inputs: { 'A server': { name: 'game-1' } },
  events: [
    ...(['STARTING', 'IDLE', 'WAITING', 'RUNNING', 'ENDING'] as const).map((state) => ({
      type: 'server.report' as const,
      state,
    })),
    { type: 'server.lost' },
    { type: 'server.drain', requestId: 'c1' },
    { type: 'server.restart' },
    { type: 'server.resume' },
    { type: 'server.remove' },
  ],
  outputs: {},
};

const proxy: Samples<ProxyInput, ProxyEvent> = {
  inputs: {
    Open: { settings: DEFAULT_PROXY_SETTINGS },
    'Under maintenance': { settings: { ...DEFAULT_PROXY_SETTINGS, maintenance: true } },
  },
  events: [
    { type: 'proxy.update', requestId: 'c1', patch: { maintenance: true } },
    { type: 'proxy.update', requestId: 'c2', patch: { maintenance: false } },
    { type: 'proxy.update', requestId: 'c3', patch: { preventJoin: true } },
    { type: 'proxy.update', requestId: 'c4', patch: { preventJoin: false } },
  ],
  outputs: { saveSettings: (input) => input },
};

const plan = { id: 'game-1@1', server: 'game-1', countdownSeconds: 5, announceAt: [3, 2, 1] };

const reboot: Samples<RebootInput, RebootEvent> = {
  inputs: { 'Only when empty': { ...plan, force: false }, Forced: { ...plan, force: true } },
  events: [
    { type: 'reboot.progress', phase: 'saving', detail: '' },
    { type: 'reboot.progress', phase: 'failed', detail: 'the disk is full' },
    { type: 'server.emptied' },
    { type: 'server.gone' },
    { type: 'server.returned' },
    { type: 'server.removed' },
  ],
  outputs: { evacuate: () => undefined, stopServer: () => undefined },
};

const link: Samples<LinkInput, LinkEvent> = {
  inputs: { 'Proxy connection': { role: 'proxy', name: 'proxy-1', platform: 'modern', epoch: 1 } },
  events: [
    { type: 'link.synced' },
    { type: 'link.lost' },
    { type: 'link.resumed' },
    { type: 'link.replaced' },
  ],
  outputs: {},
};

/** The inputs, events and results for simulations. They are made up and never leave the browser. */
export const SAMPLES: Readonly<Record<MachineId, Samples<unknown, { readonly type: string }>>> = {
  player,
  server,
  proxy,
  reboot,
  link,
};

/** The value that tells a sample from others of its type, for the label of its button. */
export function sampleLabel(event: object): string {
  if ('state' in event) return String(event.state);
  if ('phase' in event) return String(event.phase);
  if ('patch' in event) return JSON.stringify(event.patch).replace(/[{}"]/g, '').replace(':', ' ');
  return 'draft' in event && isExpiring(event.draft) ? (event.draft.expires === 0 ? 'forever' : '1 h') : '';
}

function isExpiring(value: unknown): value is { readonly expires: number } {
  return typeof value === 'object' && value !== null && 'expires' in value;
}

function isDraft(value: unknown): value is { readonly draft: object } {
  return typeof value === 'object' && value !== null && 'draft' in value && typeof value.draft === 'object';
}

function uuidOf(text: string): Uuid {
  const uuid = parseUuid(text);
  if (uuid === undefined) throw new Error(`${text} is not a uuid`);
  return uuid;
}
