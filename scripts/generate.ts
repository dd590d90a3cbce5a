import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDocuments } from './generated-documents.ts';

for (const [path, text] of generatedDocuments()) writeFileSync(join(import.meta.dirname, '..', path), text);
