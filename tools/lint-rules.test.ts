import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/* Lints code that breaks the project's own rules, so that a rule without effect fails here. */

const project = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'skywave-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The linter's output for a file of the web app. */
const lint = (source: string): Promise<string> => {
  const file = join(folder, 'Screen.tsx');
  writeFileSync(file, source);
  return new Promise((resolve) => {
    const args = ['--config', join(project, '.oxlintrc.json'), file];
    execFile(join(project, 'node_modules/.bin/oxlint'), args, (_error, stdout) => resolve(stdout));
  });
};

const invalid: readonly (readonly [what: string, source: string, rule: string])[] = [
  ['a picture without a placeholder', `export const A = () => <img src="/a.png" alt="" />;`, 'Use Picture or Artwork'],
  [
    'a library’s picture',
    `import { Image } from '@mantine/core';\nexport const A = () => <Image src="/a" />;`,
    'Use Picture or Artwork',
  ],
  [
    'a library’s avatar',
    `import { Avatar } from '@mantine/core';\nexport const A = () => <Avatar src="/a" />;`,
    'Use Picture or Artwork',
  ],
  [
    'an action without its text',
    `import { useMutation } from '@tanstack/react-query';\nexport const useA = () => useMutation({});`,
    'Use useAction',
  ],
  [
    'a query with a key of its own',
    `import { queryOptions } from '@tanstack/react-query';\nexport const a = queryOptions({ queryKey: ['a'], queryFn: () => 1 });`,
    'Use endpointQuery',
  ],
  [
    'a function of more than 130 lines',
    `export const a = (b: () => void) => {\n${'  b();\n'.repeat(130)}};`,
    'max-lines-per-function',
  ],
];

test.each(invalid)('%s is refused', async (_what, source, rule) => {
  expect(await lint(source)).toContain(rule);
});

test('accepts valid code', async () => {
  expect(await lint(`export const A = () => <b>Words</b>;`)).not.toContain('Use ');
});
