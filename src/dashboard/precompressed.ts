import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files fit in one packet as they are. */
const MIN_BYTES = 1400;

/** Writes each file of the build as `.br` and `.gz` too, which the coordinator sends to browsers that accept them. */
export function precompressed(): Plugin {
  return {
    name: 'portcullis-precompressed',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && /\.(?:html|js|css|svg|json)$/.test(entry.name))
          compress(join(entry.parentPath, entry.name));
      }
    },
  };
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < MIN_BYTES) return;
  const { BROTLI_PARAM_SIZE_HINT: hint, BROTLI_PARAM_QUALITY: quality, BROTLI_MAX_QUALITY: best } = constants;
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [hint]: bytes.length, [quality]: best } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
