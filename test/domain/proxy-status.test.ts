import { describe, expect, it } from 'vitest';
import {
  applyProxyPatch,
  bypassProblem,
  DEFAULT_PROXY_SETTINGS,
  MAX_SETTINGS_BYTES,
  messageBytes,
  settingsProblem,
} from '../../src/domain/proxy-status.ts';

const BEFORE = { ...DEFAULT_PROXY_SETTINGS, motd: 'hello', maintenanceBypass: ['Steve'] };

describe('a change of the proxy status', () => {
  it.each([
    [{ maintenance: true }],
    [{ preventJoin: true }],
    [{ motd: '#FF0000red' }],
    [{ maintenanceMotd: '' }],
    [{ maxPlayers: 1 }],
    [{ maintenanceBypass: [] }],
    [{}],
  ])('to %j changes that and nothing else', (patch) => {
    expect(applyProxyPatch(BEFORE, patch)).toEqual({ ...BEFORE, ...patch });
  });

  it('does not change the settings it was made from', () => {
    const frozen = Object.freeze({ ...BEFORE, maintenanceBypass: Object.freeze(['Steve']) });
    expect(applyProxyPatch(frozen, { maintenanceBypass: ['Alex'] }).maintenanceBypass).toEqual(['Alex']);
    expect(frozen.maintenanceBypass).toEqual(['Steve']);
  });

  it('keeps names as first written, in order, without duplicates in another case', () => {
    const patch = { maintenanceBypass: ['Steve', 'alex', 'STEVE', 'Alex', '.Bed Rock', 'steve'] };
    expect(applyProxyPatch(BEFORE, patch).maintenanceBypass).toEqual(['Steve', 'alex', '.Bed Rock']);
  });
});

describe('a bypass list', () => {
  const names = (count: number, letter: string) =>
    Array.from({ length: count }, (_, at) => `${at}${letter.repeat(48)}`.slice(0, 48));

  it('may have 5 000 names of 48 letters, and no more', () => {
    const longest = names(5_000, 'x');
    expect(bypassProblem([], longest)).toBeUndefined();
    expect(bypassProblem(longest, [...longest, 'a'])).toContain('5000 names');
  });

  it('has a bound in bytes, so that it fits a frame in every script', () => {
    expect(bypassProblem([], names(1_700, '漢'))).toBeUndefined();
    expect(bypassProblem([], names(1_900, '漢'))).toContain('bytes');
    expect(bypassProblem([], names(4_900, '"'))).toContain('bytes');
  });

  it('that is longer since before the bounds may stay and become shorter', () => {
    const old = names(3_000, '漢');
    expect(bypassProblem(old, old)).toBeUndefined();
    expect(bypassProblem(old, old.slice(1))).toBeUndefined();
    expect(bypassProblem(old, [...old, 'a'])).toContain('bytes');
    const many = names(6_000, 'a');
    expect(bypassProblem(many, many.slice(1))).toBeUndefined();
  });
});

describe('the bypass list and the messages of the day', () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `${at}${'x'.repeat(48)}`.slice(0, 48));
  const full = { ...DEFAULT_PROXY_SETTINGS, maintenanceBypass: names };
  const listBytes = JSON.stringify(names).length;
  const room = MAX_SETTINGS_BYTES - listBytes;

  it('fit a frame together, to the byte', () => {
    const most = { ...full, motd: 'a'.repeat(room - 4), maintenanceMotd: '' };
    expect(messageBytes(most) + listBytes).toBe(MAX_SETTINGS_BYTES);
    expect(settingsProblem(full, most)).toBeUndefined();
    const problem = settingsProblem(full, { ...most, maintenanceMotd: 'a' });
    expect(problem).toContain(`at most ${MAX_SETTINGS_BYTES} bytes`);
  });

  it('may become shorter when they are too long together since before the bound', () => {
    const before = { ...full, maintenanceBypass: names.map((name) => name.replaceAll('x', '漢')) };
    expect(settingsProblem(before, { ...before, motd: 'short' })).toBeUndefined();
    expect(settingsProblem(before, { ...before, motd: 'a'.repeat(100) })).toContain('together');
  });
});
