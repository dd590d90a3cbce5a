import { expect, it } from 'vitest';
import { LoginLimit } from '../../../src/gateway/auth/login-limit.ts';
import { RunningClock } from '../../fixtures/test-clock.ts';

it('taking back an attempt takes back no other one of its block', () => {
  const limit = new LoginLimit(new RunningClock());
  const takeBackFirst = limit.enter('busy');
  for (let attempt = 0; attempt < 3; attempt += 1) limit.enter('busy');
  takeBackFirst();
  for (let attempt = 0; attempt < 2; attempt += 1) limit.enter('busy');
  expect(() => limit.enter('busy')).toThrow('Too many failed logins');
});

it('a wait that an attempt began ends when the attempt is taken back, and no earlier wait', () => {
  const clock = new RunningClock();
  const limit = new LoginLimit(clock);
  const [first] = Array.from({ length: 5 }, () => limit.enter('busy'));
  first?.();
  limit.enter('busy');
  expect(() => limit.enter('busy')).toThrow('try again in 60 s');
  clock.push(60_000);
  const sixth = limit.enter('busy');
  expect(() => limit.enter('busy')).toThrow('try again in 120 s');
  sixth();
  limit.enter('busy');
  expect(() => limit.enter('busy')).toThrow('try again in 120 s');
});

it('an attempt that is taken back after a right password changes nothing', () => {
  const limit = new LoginLimit(new RunningClock());
  const takeBack = limit.enter('owner');
  limit.forgive('owner');
  for (let attempt = 0; attempt < 4; attempt += 1) limit.enter('owner');
  takeBack();
  limit.enter('owner');
  expect(() => limit.enter('owner')).toThrow('Too many failed logins');
});
