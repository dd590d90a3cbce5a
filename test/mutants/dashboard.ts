import type { Mutant } from './mutant.ts';

const STREAM = 'src/dashboard/live/stream-reader.ts';

/** Mistakes in the dashboard that its tests must notice. */
export const mutants: Mutant[] = [
  {
    promise: 'after a break the page continues after the last event',
    file: STREAM,
    from: '        lastId = parser.lastId || lastId;\n',
    to: '',
    test: 'test/dashboard/follow-stream.test.ts',
  },
  {
    promise: 'a stream whose heartbeats stop is opened again',
    file: STREAM,
    from: '        silence = setTimeout(() => attempt.abort(), SILENCE_MS);\n        const',
    to: '        const',
    test: 'test/dashboard/follow-stream.test.ts',
  },
  {
    promise: 'the waits between attempts grow',
    file: STREAM,
    from: '      failures += 1;\n',
    to: '',
    test: 'test/dashboard/follow-stream.test.ts',
  },
  {
    promise: 'after a success the waits are short again',
    file: STREAM,
    from: '      failures = 0;\n',
    to: '',
    test: 'test/dashboard/follow-stream.test.ts',
  },
  {
    promise: 'a stream that the listener gives up is not requested again',
    file: STREAM,
    from: 'if (!listener.onBreak(status)) return;',
    to: 'listener.onBreak(status);',
    test: 'test/dashboard/follow-stream.test.ts',
  },
  {
    promise: 'a stream that is refused for want of a session ends the session of the page',
    file: 'src/dashboard/live/follow-stream.ts',
    from: '    expire(login);\n',
    to: '',
    test: 'test/dashboard/follow-stream.test.ts',
  },
  {
    promise: 'a tab that comes while the shared stream is broken loads what it may have missed',
    file: 'src/dashboard/live/shared-stream.ts',
    from: 'gap: gap || !wasTold',
    to: 'gap',
    test: 'test/dashboard/shared-stream.test.ts',
  },
  {
    promise: 'a list on the screen is refreshed at most once per interval',
    file: 'src/dashboard/live/refresh-queue.ts',
    from: 'if (waiting !== undefined) waiting.again = true;',
    to: 'if (waiting !== undefined) this.#refresh(key);',
    test: 'test/dashboard/live.test.ts',
  },
];
