import { expect, it } from 'vitest';
import { AGENT_MESSAGES } from '../../../src/channel/protocol/agent-messages.ts';
import { buildAsyncApi } from '../../../src/channel/protocol/asyncapi.ts';
import { COORDINATOR_MESSAGES } from '../../../src/channel/protocol/coordinator-messages.ts';

const document = buildAsyncApi('1.2.3');

/** Every `$ref` in the document. */
function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : references(value),
  );
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

it('is AsyncAPI 3 with our version', () => {
  expect(document).toMatchObject({ asyncapi: '3.0.0', info: { version: '1.2.3' } });
});

it('has every message of both directions with its schema', () => {
  const messages = (document['components'] as { messages: Record<string, { payload: unknown }> }).messages;
  for (const [type, { field }] of Object.entries(AGENT_MESSAGES)) {
    expect(messages[`agent.${type}`]?.payload).toEqual(field.schema);
  }
  for (const [type, { field }] of Object.entries(COORDINATOR_MESSAGES)) {
    expect(messages[`coordinator.${type}`]?.payload).toEqual(field.schema);
  }
});

it('refers only to what it has', () => {
  const all = references(document);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((reference) => resolve(reference) === undefined)).toEqual([]);
});

it('names the answers of every request', () => {
  const operations = document['operations'] as Record<string, { reply?: unknown }>;
  const messages = (document['components'] as { messages: Record<string, { payload: object }> }).messages;
  const requests = Object.entries(messages).filter(([, { payload }]) => {
    return 'properties' in payload && Object.hasOwn(payload.properties as object, 'id');
  });
  expect(requests.length).toBeGreaterThan(10);
  expect(requests.filter(([key]) => operations[key]?.reply === undefined).map(([key]) => key)).toEqual([]);
});
