import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'a refused body whose length is known closes the connection too',
    file: 'src/gateway/http/request-body.ts',
    from: 'return !bytes.isComplete;',
    to: 'return isChunked && !bytes.isComplete;',
    test: 'test/hardening/gateway-unfinished-bodies.test.ts',
  },
  {
    promise: 'a body that nobody takes is waited for',
    file: 'src/gateway/dispatch.ts',
    from: '!hasBody && announced > 0',
    to: '!hasBody && announced < 0',
    test: 'test/hardening/gateway-unfinished-bodies.test.ts',
  },
  {
    promise: 'so is that of a path that is none',
    file: 'src/gateway/fallback.ts',
    from: 'else if (announced > 0)',
    to: 'else if (announced < 0)',
    test: 'test/hardening/gateway-unfinished-bodies.test.ts',
  },
  {
    promise: 'one that does not come closes the connection',
    file: 'src/gateway/dispatch.ts',
    from: 'closingFrame(deps, frameOf(asked, deps.cors))',
    to: 'frameOf(asked, deps.cors)',
    test: 'test/hardening/gateway-unfinished-bodies.test.ts',
  },
  {
    promise: 'nothing more of a body is read while places are few',
    file: 'src/gateway/untaken-body.ts',
    from: 'connections.isCrowded ? { ...frame',
    to: '!connections ? { ...frame',
    test: 'test/gateway/untaken-body.test.ts',
  },
  {
    promise: 'a body is waited for shortly while places are few',
    file: 'src/gateway/untaken-body.ts',
    from: 'connections.isCrowded ? CROWDED_WAIT_MS : WAIT_MS',
    to: 'WAIT_MS',
    test: 'test/gateway/untaken-body.test.ts',
  },
  {
    promise: 'a body that came has no time limit left',
    file: 'src/gateway/untaken-body.ts',
    from: 'if (!isLast) return;\n    clock.clearTimeout(timer);',
    to: 'if (!isLast) return;',
    test: 'test/gateway/untaken-body.test.ts',
  },
];
