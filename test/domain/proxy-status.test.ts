import { describe, expect, it } from 'vitest';
import { applyProxyPatch, DEFAULT_PROXY_SETTINGS } from '../../src/domain/proxy-status.ts';

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
