import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { agentConfig } from '../../../src/dashboard/proxy/agents/agent-config.ts';

test.each([
  ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080'],
  ['https://gate.example.org', 'wss://gate.example.org'],
])('an agent of the page at %s connects to %s', (origin, coordinator) => {
  expect(parse(agentConfig(origin, 'velocity', 'abc'))).toEqual({
    coordinator,
    name: 'velocity',
    secret: 'abc',
  });
});

test('whatever a proxy is called, the lines are read as they are meant', () => {
  for (const name of ['a: b', '"', "it's", '#1', 'ünï\\code']) {
    expect(parse(agentConfig('http://x', name, 's'))).toMatchObject({ name });
  }
});
