import type { Mutant } from './mutant.ts';

const floods = 'test/hardening/server-floods.test.ts';

/** Mistakes in the connections to game servers. */
export const mutants: Mutant[] = [
  {
    promise: 'A roster holds no more players than a server may have.',
    file: 'src/platform/roster.ts',
    from: 'if (this.#players.size >= this.#limit) return TOO_MANY;',
    to: '',
    test: 'test/platform/roster.test.ts',
  },
  {
    promise: 'A list of more players than a server may have is not taken.',
    file: 'src/platform/roster.ts',
    from: 'if (players.length > this.#limit) return TOO_MANY;',
    to: '',
    test: 'test/platform/roster.test.ts',
  },
  {
    promise: 'A server that names too many players is disconnected.',
    file: 'src/platform/msmp/msmp-client.ts',
    from: '    if (reason !== undefined) this.#dropFor(reason);',
    to: '',
    test: floods,
  },
  {
    promise: 'A status that cannot be read counts as missed.',
    file: 'src/platform/msmp/msmp-client.ts',
    from: 'this.#missed = status === undefined ?',
    to: 'this.#missed = answer === undefined ?',
    test: floods,
  },
  {
    promise: 'The status is asked for once at a time.',
    file: 'src/platform/msmp/msmp-client.ts',
    from: 'if (socket === null || this.#isPolling) return;',
    to: 'if (socket === null) return;',
    test: floods,
  },
  {
    promise: 'Messages of the management protocol are counted.',
    file: 'src/platform/msmp/rpc-socket.ts',
    from: 'if (this.#failure === undefined) this.#dropFor(this.#options.traffic.message());',
    to: '',
    test: floods,
  },
  {
    promise: 'Bytes of the management protocol are counted as they arrive.',
    file: 'src/platform/msmp/rpc-socket.ts',
    from: 'this.#dropFor(this.#options.traffic.read(chunk.length))',
    to: 'chunk.length',
    test: floods,
  },
  {
    promise: 'Pings are counted, too.',
    file: 'src/platform/msmp/rpc-socket.ts',
    from: "socket.on('ping', () => this.#mayReceive() && this.#checkBacklog());",
    to: '',
    test: floods,
  },
  {
    promise: 'A message has a bounded number of pieces.',
    file: 'src/platform/msmp/rpc-socket.ts',
    from: 'maxFragments: MAX_FRAGMENTS,',
    to: '',
    test: floods,
  },
  {
    promise: 'What follows an answer in one piece with it is read after the answer was taken.',
    file: 'src/platform/msmp/rpc-socket.ts',
    from: 'allowSynchronousEvents: false,',
    to: '',
    test: 'test/platform/msmp/msmp-client.test.ts',
  },
  {
    promise: 'Packets of the remote console are counted, asked for or not.',
    file: 'src/platform/rcon/rcon-connection.ts',
    from: 'this.#bound(this.#options.traffic.message());',
    to: '',
    test: floods,
  },
  {
    promise: 'Bytes of the remote console are counted as they arrive.',
    file: 'src/platform/rcon/rcon-connection.ts',
    from: 'this.#bound(this.#options.traffic.read(chunk.length));',
    to: '',
    test: floods,
  },
  {
    promise: 'A console that sent too much is left alone for a while.',
    file: 'src/platform/rcon/rcon-client.ts',
    from: `    const wait = this.#pause.after('exceeded');
    this.#notBefore = clock.now() + wait;`,
    to: "    const wait = this.#pause.after('exceeded') + 0 * clock.now();",
    test: floods,
  },
  {
    promise: 'The pauses after an excess grow.',
    file: 'src/platform/reconnect-pause.ts',
    from: 'this.#excesses += 1;',
    to: 'this.#excesses = 1;',
    test: floods,
  },
  {
    promise: 'Only a connection that was good for long makes the pauses after an excess begin anew.',
    file: 'src/platform/reconnect-pause.ts',
    from: 'if (goodMs >= EXCEEDED.maxMs) this.#excesses = 0;',
    to: 'if (goodMs >= 0) this.#excesses = 0;',
    test: floods,
  },
  {
    promise: 'A connection that was good for long makes the pauses after an excess begin anew.',
    file: 'src/platform/reconnect-pause.ts',
    from: 'if (goodMs >= EXCEEDED.maxMs) this.#excesses = 0;',
    to: '',
    test: floods,
  },
  {
    promise: 'A remote console with more players than it may have is missed.',
    file: 'src/platform/rcon/player-poll.ts',
    from: ' || !this.#take(occupancy)',
    to: ' || (this.#take(occupancy), false)',
    test: 'test/platform/rcon/player-poll.test.ts',
  },
  {
    promise: 'A ping of the server list ends, however small the pieces are that come.',
    file: 'src/platform/status-ping/ping-server.ts',
    from: 'if (reads > MAX_READS) return finish(null);',
    to: '',
    test: 'test/platform/status-ping/ping-server.test.ts',
  },
  {
    promise: 'Who comes and goes by a list is counted.',
    file: 'src/platform/roster.ts',
    from: 'this.#count(absent.length + came.length)',
    to: 'this.#count(0)',
    test: floods,
  },
  {
    promise: 'Who joins alone is counted.',
    file: 'src/platform/roster.ts',
    from: `    const reason = this.#count(1);
    if (reason === undefined) this.#add(player);`,
    to: `    const reason = this.#count(0);
    if (reason === undefined) this.#add(player);`,
    test: 'test/platform/roster.test.ts',
  },
];
