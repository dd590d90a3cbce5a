import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocuments } from '../../scripts/generated-documents.ts';

test.each([...generatedDocuments()])('%s is what `npm run gen` writes', (path, text) => {
  expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).toBe(text);
});
