import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'The ban list is written no faster than the proxy reads it.',
    file: 'src/channel/server/connection-socket.ts',
    from: 'if (this.#socket.getBufferedAmount() > STREAM_AHEAD_BYTES) return;',
    to: '',
    test: 'test/channel/server/connection-socket.test.ts',
  },
  {
    promise: 'What a proxy has not answered is rejected when its connection is lost.',
    file: 'src/channel/server/proxy-connection.ts',
    from: "this.#requests.failAll(() => unanswered('The link to the proxy was lost'));",
    to: '',
    test: 'test/channel/server/proxy-connection.test.ts',
  },
  {
    promise: 'What a backend has not answered is rejected when its connection is lost.',
    file: 'src/channel/server/backend-connection.ts',
    from: "this.#requests.failAll(() => unanswered('The link to the server was lost'));",
    to: '',
    test: 'test/channel/server/backend-connection.test.ts',
  },
  {
    promise: 'What the coordinator has not answered is rejected when the connection to it is lost.',
    file: 'src/channel/client/agent-client.ts',
    from: "this.#requests.failAll(() => unanswered('The link to the coordinator was lost'));",
    to: '',
    test: 'test/channel/client/agent-client.test.ts',
  },
  {
    promise: 'A nonce is known for as long as its message would be accepted.',
    file: 'src/channel/protocol/nonce-cache.ts',
    from: ' || this.#old.has(nonce)',
    to: '',
    test: 'test/channel/protocol/nonce-cache.test.ts',
  },
  {
    promise: 'A replayed plugin message is refused also when its nonce is in the older generation.',
    file: 'src/channel/protocol/nonce-cache.ts',
    from: ' || this.#old.has(nonce)',
    to: '',
    test: 'test/property/channel-plugin-message.test.ts',
  },
  {
    promise: 'A server may have 256 commands at once, however many it had before.',
    file: 'src/channel/server/backend-connection.ts',
    from: 'this.#commands -= 1;',
    to: '',
    test: 'test/channel/server/backend-connection.test.ts',
  },
  {
    promise: 'A server may not have more than 256 commands at once.',
    file: 'src/channel/server/backend-connection.ts',
    from: 'this.#commands >= MAX_COMMANDS',
    to: 'this.#commands > MAX_COMMANDS',
    test: 'test/channel/server/backend-connection.test.ts',
  },
  {
    promise: 'A ban that changed is sent once.',
    file: 'src/channel/server/broadcast.ts',
    from: `    }
    this.#changedBans = new Set();`,
    to: '    }',
    test: 'test/channel/server/broadcast.test.ts',
  },
  {
    promise: 'An agent whose connections break soon after their welcome waits longer each time.',
    file: 'src/channel/client/agent-client.ts',
    from: 'clock.now() - this.#welcomedAt >= STEADY_MS',
    to: 'true',
    test: 'test/channel/client/agent-client.test.ts',
  },
];
