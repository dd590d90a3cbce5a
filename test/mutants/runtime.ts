import type { Mutant } from './mutant.ts';

/** Mistakes below all rooms. */
export const mutants: Mutant[] = [
  {
    promise: 'an allowance grows by the monotonic clock',
    file: 'src/runtime/limits/allowance.ts',
    from: 'const now = this.#clock.elapsed()',
    to: 'const now = this.#clock.now()',
    test: 'test/runtime/limits/allowance.test.ts',
  },
  {
    promise: 'a rate is measured by the monotonic clock',
    file: 'src/runtime/limits/rate-limiter.ts',
    from: 'clock.elapsed() - before.at',
    to: 'clock.now() - before.at',
    test: 'test/runtime/limits/rate-limiter.test.ts',
  },
  {
    promise: 'a deadline is measured by the monotonic clock',
    file: 'src/runtime/limits/deadline-queue.ts',
    from: 'const now = this.#clock.elapsed();',
    to: 'const now = this.#clock.now();',
    test: 'test/runtime/limits/deadline-queue.test.ts',
  },
  {
    promise: 'a block is fuller only if it holds more than the other would then hold',
    file: 'src/runtime/limits/address-shares.ts',
    from: '?? block) + 1',
    to: '?? block)',
    test: 'test/runtime/limits/address-shares.test.ts',
  },
  {
    promise: 'an address loses something before its neighbours do',
    file: 'src/runtime/limits/address-shares.ts',
    from: 'this.#rankings.find(',
    to: 'this.#rankings.findLast(',
    test: 'test/runtime/limits/address-shares.test.ts',
  },
  {
    promise: 'the fullest block is known when it lost an item',
    file: 'src/runtime/limits/block-ranking.ts',
    from: 'if (!this.#blocks.has(this.#most)) this.#most -= 1;',
    to: '',
    test: 'test/runtime/limits/address-shares.test.ts',
  },
  {
    promise: 'the IPv6 /64s of a /56 are next to each other',
    file: 'src/runtime/ip-address.ts',
    from: '& 0xff00',
    to: '& 0xffff',
    test: 'test/runtime/ip-address.test.ts',
  },
  {
    promise: 'one source has a few lines a minute',
    file: 'src/runtime/thinned-log.ts',
    from: ' || written >= LINES_OF_SOURCE',
    to: '',
    test: 'test/runtime/thinned-log.test.ts',
  },
  {
    promise: 'all sources together have so many lines a minute',
    file: 'src/runtime/thinned-log.ts',
    from: 'this.#lines >= LINES || ',
    to: '',
    test: 'test/runtime/thinned-log.test.ts',
  },
  {
    promise: 'what is beyond is counted for a few sources',
    file: 'src/runtime/thinned-log.ts',
    from: 'maxSources: COUNTED_SOURCES, ',
    to: '',
    test: 'test/runtime/thinned-log.test.ts',
  },
  {
    promise: 'a new minute has lines again',
    file: 'src/runtime/thinned-log.ts',
    from: 'this.#lines = 0;',
    to: '',
    test: 'test/runtime/thinned-log.test.ts',
  },
  {
    promise: 'and of every source',
    file: 'src/runtime/thinned-log.ts',
    from: 'this.#written.clear();',
    to: '',
    test: 'test/runtime/thinned-log.test.ts',
  },
];
