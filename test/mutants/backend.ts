import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'The closing of a menu that is no longer shown leaves the newer one open.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'if (this.#open.get(uuid)?.id === id) this.#forget(uuid);',
    to: 'this.#forget(uuid);',
    test: 'test/backend/menu-service.test.ts',
  },
  {
    promise: 'A click on a menu that is no longer shown does nothing.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'if (showing?.id === id) showing.drawing.click(slot);',
    to: 'showing?.drawing.click(slot);',
    test: 'test/backend/menu-service.test.ts',
  },
  {
    promise: 'A schedule that is closed does not try again.',
    file: 'src/backend/reboot-schedule.ts',
    from: `  async #reboot(attempt: number): Promise<void> {
    if (this.#isClosed) return;`,
    to: '  async #reboot(attempt: number): Promise<void> {',
    test: 'test/backend/reboot-schedule.test.ts',
  },
  {
    promise: 'A schedule that is closed while a try is under way sets no timer.',
    file: 'src/backend/reboot-schedule.ts',
    from: `    } catch (error) {
      if (this.#isClosed) return;`,
    to: '    } catch (error) {',
    test: 'test/backend/reboot-schedule.test.ts',
  },
  {
    promise: 'What a menu host has not answered is rejected when its connection is lost.',
    file: 'src/backend/hosts/channel/host-connection.ts',
    from: "this.#requests.failAll('The connection to the menu host was lost');",
    to: '',
    test: 'test/backend/hosts/channel-host.test.ts',
  },
  {
    promise: 'A key may come exactly as often at once as its burst says.',
    file: 'src/runtime/rate-limiter.ts',
    from: 'tokens >= 1;',
    to: 'tokens > 0;',
    test: 'test/runtime/rate-limiter.test.ts',
  },
  {
    promise: 'A key that was quiet saves up no more than a burst.',
    file: 'src/runtime/rate-limiter.ts',
    from: 'Math.min(burst, before.tokens + Math.max(0, now - before.at) / everyMs)',
    to: 'before.tokens + Math.max(0, now - before.at) / everyMs',
    test: 'test/runtime/rate-limiter.test.ts',
  },
];
