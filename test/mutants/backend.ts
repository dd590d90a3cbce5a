import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'The closing of a menu that is no longer shown leaves the newer one open.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'if (this.#open.peek(uuid)?.id === id) this.#open.delete(uuid);',
    to: 'this.#open.delete(uuid);',
    test: 'test/backend/menu-service.test.ts',
  },
  {
    promise: 'A click on a menu that is no longer shown does nothing.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'if (showing?.id !== id) return false;',
    to: 'if (showing === undefined) return false;',
    test: 'test/backend/menu-service.test.ts test/hardening/menu-old-lines.test.ts',
  },
  {
    promise: 'A number belongs to one step or page: its lines are dead in the next one.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'showing.drawing.step !== step || ',
    to: '',
    test: 'test/hardening/menu-old-lines.test.ts',
  },
  {
    promise: 'A place that means something else gets a new number.',
    file: 'src/backend/menus/open-menus.ts',
    from: ' || isOtherOffer(showing.offered, offers)',
    to: '',
    test: 'test/backend/menu-service.test.ts test/property/menu-numbers.test.ts',
  },
  {
    promise: 'The same button bans whoever was chosen on the way to it, so each choice is a step of its own.',
    file: 'src/backend/menus/screens.ts',
    from: 'JSON.stringify([step, snapshot.context])',
    to: "''",
    test: 'test/hardening/menu-old-lines.test.ts',
  },
  {
    promise: 'A click on a dead line is answered.',
    file: 'src/backend/menu-service.ts',
    from: 'if (!this.#openMenus.click(player.uuid, showing, slot)) this.#say(player, this.#options.texts.expired);',
    to: 'this.#openMenus.click(player.uuid, showing, slot);',
    test: 'test/hardening/menu-old-lines.test.ts test/backend/menu-service.test.ts',
  },
  {
    promise: 'A place that offers nothing any more says so.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'return !showing.offered.has(slot);',
    to: 'return true;',
    test: 'test/backend/menu-service.test.ts',
  },
  {
    promise: 'The numbers of a process do not begin where those of the last one began.',
    file: 'src/backend/menus/open-menus.ts',
    from: 'Math.floor(random() * MAX_SHOWING)',
    to: 'Math.floor(0 * random())',
    test: 'test/hardening/menu-old-lines.test.ts',
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
    file: 'src/runtime/limits/rate-limiter.ts',
    from: 'tokens >= 1;',
    to: 'tokens > 0;',
    test: 'test/runtime/limits/rate-limiter.test.ts',
  },
  {
    promise: 'A key that was quiet saves up no more than a burst.',
    file: 'src/runtime/limits/rate-limiter.ts',
    from: 'Math.min(burst, before.tokens + (clock.elapsed() - before.at) / everyMs)',
    to: 'before.tokens + (clock.elapsed() - before.at) / everyMs',
    test: 'test/runtime/limits/rate-limiter.test.ts',
  },
];
