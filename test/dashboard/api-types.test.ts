import { expect, test } from 'vitest';
import { apiTypes } from '../../scripts/api-types.ts';

test('types have the optional fields, enumerations and nulls of the document', () => {
  const text = apiTypes({
    components: {
      schemas: {
        Pet: {
          type: 'object',
          properties: { name: { type: 'string' }, age: { type: 'integer' }, kind: { enum: ['cat', 'dog'] } },
          required: ['name', 'kind'],
        },
        'event.pet_left': { anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] },
      },
    },
    paths: {
      '/pets/{name}': {
        put: {
          parameters: [
            { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'loud', in: 'query', schema: { type: 'boolean' } },
          ],
          requestBody: {
            content: { 'application/json': { schema: { type: 'array', items: { type: 'number' } } } },
          },
          responses: {
            '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
            '404': { content: {} },
          },
        },
        get: { responses: { '200': { content: { 'text/html': {} } } } },
      },
    },
  });
  expect(text).toContain(
    'export type Pet = { readonly name: string; readonly age?: number; readonly kind: "cat" | "dog" };',
  );
  expect(text).toContain('pet_left: Pet | null;');
  expect(text).toContain(
    "'PUT /pets/{name}': { params: { name: string }; query?: { loud?: boolean }; body: readonly (number)[]; reply: Pet };",
  );
  expect(text).not.toContain('GET /pets');
});
