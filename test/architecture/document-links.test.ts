import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });

/** Everything that `pattern` finds in the documents and that `isThere` does not find in the repository. */
function missing(pattern: RegExp, isThere: (document: string, target: string) => boolean): string[] {
  return documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(pattern)]
      .map(([, target = '']) => target)
      .filter((target) => !isThere(document, target))
      .map((target) => `${document}: ${target}`),
  );
}

/** As the pages of repositories make the anchor of a heading. */
function anchors(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('there are documents to look at', () => {
  expect(documents.length).toBeGreaterThan(50);
});

it('a link of a document leads to a file and a heading that are there', () => {
  const isThere = (document: string, target: string): boolean => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
    return existsSync(file) && (anchor === undefined || anchors(file).includes(anchor));
  };
  expect(missing(/\]\((?!https?:)([^)\s]+)\)/g, isThere)).toEqual([]);
});

it('a path of the sources that a document names is there', () => {
  const path = /`((?:src|test|bench|scripts|packages)\/[A-Za-z0-9_./-]+)`/g;
  expect(missing(path, (_, target) => existsSync(join(ROOT, target)))).toEqual([]);
});

it('a comment that cites a heading of a document cites one that is there', () => {
  const cited = /\b(docs\/[a-z-]+\.md) "([^"]+)"/g;
  const files = globSync(['{src,test,bench,scripts}/**/*.{ts,tsx}', 'packages/*/{src,test}/**/*.ts'], {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  });
  const wrong = files.flatMap((file) =>
    // A comment may break the line inside the heading.
    [
      ...readFileSync(join(ROOT, file), 'utf8')
        .replace(/\n\s*(?:\*|\/\/)\s?/g, ' ')
        .matchAll(cited),
    ]
      .filter(([, document = '', heading = '']) => {
        const target = join(ROOT, document);
        return !existsSync(target) || !readFileSync(target, 'utf8').includes(`\n## ${heading}\n`);
      })
      .map(([citation]) => `${file}: ${citation}`),
  );
  expect(wrong).toEqual([]);
});
