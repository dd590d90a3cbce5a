import type { Mutant } from './mutant.ts';

const FEATURES = 'test/channel/server/proxies/proxy-features.test.ts';
const STAFF = 'test/actors/staff/staff-commands.test.ts';
const RELAY = 'test/channel/server/relay/relayed-agents.test.ts';
const ENVELOPE = 'test/property/channel-plugin-message.test.ts';
const MOMENTS = 'test/actors/sessions/proxy-moments.test.ts';
const OWN_SERVERS = 'test/actors/services/own-servers.test.ts';

export const mutants: Mutant[] = [
  {
    promise: 'An agent of today is not told the states of servers.',
    file: 'src/channel/server/broadcast/server-frames.ts',
    from: "features.has('states') ? withStates : plain",
    to: 'features.size >= 0 ? withStates : plain',
    test: FEATURES,
  },
  {
    promise: 'Staff ban by no secret that was made without it.',
    file: 'src/channel/server/proxies/staff-requests.ts',
    from: 'if (!this.#deps.mayBan)',
    to: 'if (false)',
    test: FEATURES,
  },
  {
    promise: 'Nobody gives commands at an edge.',
    file: 'src/channel/server/proxies/staff-requests.ts',
    from: "identity.platform === 'edge'",
    to: 'false',
    test: FEATURES,
  },
  {
    promise: 'Nothing is ordered in the name of a player whom another proxy has.',
    file: 'src/actors/sessions/proxy-sessions.ts',
    from: 'if (entry?.lease !== key)\n      throw',
    to: 'if (entry === undefined)\n      throw',
    test: STAFF,
  },
  {
    promise: 'A name or a reason is plain text in what staff read.',
    file: 'src/actors/staff/staff-notices.ts',
    from: "escapeText(facts[key] ?? '')",
    to: "facts[key] ?? ''",
    test: STAFF,
  },
  {
    promise: 'An alert is shown once to who is on a server that says it.',
    file: 'src/actors/staff/announcements.ts',
    from: 'if (some === undefined)',
    to: 'if (some?.length !== -1)',
    test: STAFF,
  },
  {
    promise: 'The end of another session ends nobody.',
    file: 'src/actors/sessions/proxy-presence.ts',
    from: 'joinedAt !== undefined && start !== undefined && start !== joinedAt',
    to: 'false',
    test: MOMENTS,
  },
  {
    promise: 'Playtime counts from no moment before the proxy began.',
    file: 'src/actors/sessions/proxy-presence.ts',
    from: 'Math.max(reportedAt, lease.identity.epoch)',
    to: 'reportedAt',
    test: MOMENTS,
  },
  {
    promise: 'The log says once that servers differ.',
    file: 'src/actors/services/own-servers.ts',
    from: 'if (wasSaid || !report.isSaid) return;',
    to: 'if (!report.isSaid) return;',
    test: OWN_SERVERS,
  },
  {
    promise: 'Proxies of before the right to ban do not have it.',
    file: 'src/storage/migrations/versions/0012-proxies-may-not-ban.ts',
    from: "role <> 'backend'",
    to: "role = 'edge'",
    test: 'test/storage/sqlite.test.ts',
  },
  {
    promise: 'Neither side takes back what it said itself.',
    file: 'src/channel/protocol/plugin-message.ts',
    from: 'sign(key, [from, nonce, time, name, text])',
    to: "sign(key, ['agent', nonce, time, name, text])",
    test: `${ENVELOPE} ${RELAY}`,
  },
  {
    promise: 'A relayed message is that of the server by which it came.',
    file: 'src/channel/server/relay/relayed-agents.ts',
    from: "(opened.agent === server ? undefined : 'wrong_server')",
    to: 'undefined',
    test: RELAY,
  },
  {
    promise: 'Silence of a server with nobody on it is no loss.',
    file: 'src/channel/server/relay/relayed-agent.ts',
    from: 'if (!this.#isReachable()) {',
    to: 'if (this.#unanswered < 0) {',
    test: RELAY,
  },
  {
    promise: 'Silence of a server with players is a loss.',
    file: 'src/channel/server/relay/relayed-agent.ts',
    from: 'if (this.#unanswered < MAX_UNANSWERED) {',
    to: 'if (this.#unanswered >= 0) {',
    test: RELAY,
  },
  {
    promise: 'A game server whose secret is revoked is heard no more.',
    file: 'src/channel/server/relay/relayed-agents.ts',
    from: "agent?.end('its secret was revoked');",
    to: '',
    test: RELAY,
  },
  {
    promise: 'A big network is told in parts that a plugin message holds.',
    file: 'src/channel/protocol/list-parts.ts',
    from: 'entriesText.length + text.length > maxCharacters',
    to: 'entriesText.length + text.length > MAX_PART_CHARACTERS',
    test: RELAY,
  },
];
