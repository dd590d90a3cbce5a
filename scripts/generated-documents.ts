import { join } from 'node:path';
import packageInfo from '../package.json' with { type: 'json' };
import { buildAsyncApi } from '../src/channel/protocol/asyncapi.ts';
import { backendReference, configurationReference } from '../src/config/configuration-reference.ts';
import { MACHINE_IDS } from '../src/domain/inspection/machine-ids.ts';
import { buildOpenApi } from '../src/gateway/openapi.ts';
import { ALL_MACHINES } from '../src/machines/all-machines.ts';
import { banWalkMachine } from '../src/machines/ban-walk/machine.ts';
import { chartOf } from '../src/machines/chart.ts';
import { type ApiDocument, apiTypes } from './api-types.ts';
import { decisionIndex } from './decision-index.ts';
import { machineDocument } from './machine-document.ts';
import { textVectors } from './text-vectors.ts';

/** The documents that `npm run gen` writes, by their path in the repository. */
export function generatedDocuments(): Map<string, string> {
  const openApi = jsonText(buildOpenApi(packageInfo.version));
  const document: ApiDocument = JSON.parse(openApi);
  return new Map([
    ['docs/openapi.json', openApi],
    ['src/dashboard/api/schema.ts', apiTypes(document)],
    ['docs/asyncapi.json', jsonText(buildAsyncApi(packageInfo.version))],
    ['agents/text-vectors.json', textVectors()],
    ['docs/configuration.md', configurationReference()],
    ['docs/backend-configuration.md', backendReference()],
    ['docs/machines/ban-walk.md', machineDocument(chartOf(banWalkMachine))],
    ...MACHINE_IDS.map(
      (id) => [`docs/machines/${id}.md`, machineDocument(chartOf(ALL_MACHINES[id]))] as const,
    ),
    ['docs/decisions/README.md', decisionIndex(join(import.meta.dirname, '../docs/decisions'))],
  ]);
}

function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
