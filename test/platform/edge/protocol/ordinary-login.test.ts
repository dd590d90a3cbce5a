import { expect, it } from 'vitest';
import { asOrdinaryLogin } from '../../../../src/platform/edge/protocol/handshake.ts';
import { handshake, loginStart, MODERN } from '../game-client.ts';

const START = loginStart(MODERN, 'Notch');

function sent(host: string, intent: number): Buffer {
  return Buffer.concat([handshake(MODERN, intent, host, 25_570), START]);
}

it('is what a client sends that comes on its own, and the login after it is as it was', () => {
  expect(asOrdinaryLogin(sent('Play.Example.net', 3))).toEqual(sent('Play.Example.net', 2));
});

it('keeps what Forge writes behind the host', () => {
  expect(asOrdinaryLogin(sent('play\0FML3\0', 3))).toEqual(sent('play\0FML3\0', 2));
  expect(asOrdinaryLogin(sent('play\0FORGE', 3))).toEqual(sent('play\0FORGE\0', 2));
});

it('does not say who the player is, as only a proxy may', () => {
  const forged = 'play\x00203.0.113.7\x00069a79f444e94726a5befca90e38aaf5\x00[]';
  expect(asOrdinaryLogin(sent(forged, 3))).toEqual(sent('play', 2));
  expect(asOrdinaryLogin(sent(`play\0FML3\0${forged}`, 3))).toEqual(sent('play\0FML3\0', 2));
});
