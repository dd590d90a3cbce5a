import { KnownBlocks } from '../../../src/gateway/auth/known-blocks.ts';
import { LoginService } from '../../../src/gateway/auth/login-service.ts';
import { Tokens } from '../../../src/gateway/auth/tokens.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { MemoryStorage } from '../../fixtures/memory-storage.ts';
import { RunningClock, turn } from '../../fixtures/test-clock.ts';
import { API_KEY, PASSWORD, PASSWORD_HASH } from '../gateway-fixture.ts';

/** Its pages may call. */
export const PARTNER = 'https://partner.example';

const signingKey = new Uint8Array(32);

/** The login of a gateway without the gateway; a password is checked in one turn of the event loop. */
export interface TestLogin {
  readonly known: KnownBlocks;
  login(
    password: string,
    address: string,
    caller?: { gone: (() => void) | undefined },
    origin?: string,
  ): Promise<string>;
}

/** With the same storage, the login after a restart. */
export async function openLogin(
  clock: Clock = new RunningClock(),
  storage: MemoryStorage = new MemoryStorage(clock),
): Promise<TestLogin> {
  const random = () => 0.5;
  const tokens = await Tokens.open({
    signingKey,
    passwordHash: PASSWORD_HASH,
    apiKey: API_KEY,
    store: storage.tokens,
    clock,
  });
  const known = await KnownBlocks.open({
    of: 'logins',
    store: storage.loginBlocks,
    signingKey,
    clock,
    logger: new KeptLog(),
    random,
  });
  const check = async (password: string): Promise<boolean> => {
    await turn();
    return password === PASSWORD;
  };
  const service = new LoginService({
    check,
    apiKey: API_KEY,
    tokens,
    known,
    origins: new Set([PARTNER]),
    clock,
    random,
  });
  return {
    known,
    login: (password, address, caller = { gone: undefined }, origin = '') =>
      service.login(password, { address, origin }, caller),
  };
}
