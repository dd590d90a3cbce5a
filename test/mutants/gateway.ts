import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a blocked reader that goes away is forgotten',
    file: 'src/gateway/sse/sse-hub.ts',
    from: 'this.#blocked.delete(stream);\n    leaveGroup(stream);',
    to: 'leaveGroup(stream);',
    test: 'test/gateway/sse/sse-hub.test.ts',
  },
  {
    promise: 'a body of exactly 64 KiB whose length is announced is accepted',
    file: 'src/gateway/http/request-body.ts',
    from: 'announced > MAX_BODY_BYTES',
    to: 'announced >= MAX_BODY_BYTES',
    test: 'test/gateway/http/request-body.test.ts',
  },
  {
    promise: 'a body of exactly 64 KiB in chunks is accepted',
    file: 'src/gateway/http/request-body.ts',
    from: 'size > MAX_BODY_BYTES',
    to: 'size >= MAX_BODY_BYTES',
    test: 'test/gateway/http/request-body.test.ts',
  },
  {
    promise: 'a login that finds the queue full does not count as a failed password',
    file: 'src/gateway/auth/login-service.ts',
    from: '      takeBack();\n',
    to: '',
    test: 'test/gateway/http/bounds.test.ts',
  },
  {
    promise: 'a ban list read while a ban changed is not kept',
    file: 'src/gateway/ban-list-cache.ts',
    from: 'this.#bans.version === version && ',
    to: '',
    test: 'test/gateway/http/bounds.test.ts',
  },
];
