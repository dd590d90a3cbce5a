import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a move by an edge is for one login',
    file: 'src/platform/edge/transfers/transfer-targets.ts',
    from: '    const target = this.#targets.get(key);\n    this.#targets.delete(key);',
    to: '    const target = this.#targets.get(key);',
    test: 'test/platform/edge/transfers/transfer-targets.test.ts',
  },
  {
    promise: 'a move by an edge is for nobody at another address',
    file: 'src/platform/edge/transfers/transfer-targets.ts',
    from: '\\n${addressBlock(ip)}',
    to: '\\n',
    test: 'test/hardening/edge-transfer-targets.test.ts',
  },
  {
    promise: 'an edge remembers a bounded number of moves',
    file: 'src/platform/edge/transfers/transfer-targets.ts',
    from: 'end > now && this.#targets.size <= MAX_TARGETS',
    to: 'end > now',
    test: 'test/hardening/edge-transfer-targets.test.ts',
  },
  {
    promise: 'who comes to an edge on their own is not taken where they were sent before',
    file: 'src/platform/edge/transfers/transfers.ts',
    from: 'server === undefined || !login.isTransferred',
    to: 'server === undefined',
    test: 'test/platform/edge/edge-transfers.test.ts',
  },
  {
    promise: 'the target of a move gets an ordinary login',
    file: 'src/platform/edge/client-connection.ts',
    from: 'target === undefined ? bytes : asOrdinaryLogin(bytes)',
    to: 'bytes',
    test: 'test/platform/edge/edge-transfers.test.ts',
  },
  {
    promise: 'a client tells no server behind an edge who it is, as a proxy would',
    file: 'src/platform/edge/protocol/handshake.ts',
    from: 'FORGE.test(mark) ? `${host}\\0${mark}\\0` : host',
    to: 'mark === "" ? host : `${host}\\0${mark}\\0`',
    test: 'test/platform/edge/protocol/ordinary-login.test.ts',
  },
  {
    promise: 'no server gets the players of another by saying its address',
    file: 'src/platform/edge/transfers/server-upstreams.ts',
    from: 'if (this.#routed.some((one) => one.host === host && one.port === port)) return false;',
    to: '',
    test: 'test/platform/edge/transfers/server-upstreams.test.ts',
  },
  {
    promise: 'a player is moved once at a time',
    file: 'src/actors/sessions/locations/player-moves.ts',
    from: 'this.#underWay.add(entry.uuid);',
    to: '',
    test: 'test/actors/sessions/locations/player-moves.test.ts',
  },
  {
    promise: 'menus behind an edge offer only what a player can reach',
    file: 'src/backend/menu-service.ts',
    from: '(one.name === server || reaches(reach, one.name))',
    to: 'true',
    test: 'test/backend/menus/player-reach.test.ts',
  },
  {
    promise: 'only an edge that knows moves is told of one',
    file: 'src/channel/server/proxy-connection.ts',
    from: "isEdge && deps.features.has('transfers') ?",
    to: 'isEdge ?',
    test: 'test/channel/server/transfers.test.ts',
  },
];
