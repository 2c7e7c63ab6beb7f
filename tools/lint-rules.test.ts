import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/* The linter is shown lines that break the project's own rules: a rule that no longer bites fails here. */

const project = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'skywave-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the linter says of a file of the pages. */
const complaints = (source: string): Promise<string> => {
  const file = join(folder, 'Screen.tsx');
  writeFileSync(file, source);
  return new Promise((settle) => {
    const args = ['--config', join(project, '.oxlintrc.json'), file];
    execFile(join(project, 'node_modules/.bin/oxlint'), args, (_error, stdout) => settle(stdout));
  });
};

const breaks: readonly (readonly [what: string, source: string, rule: string])[] = [
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
];

test.each(breaks)('%s is refused', async (_what, source, rule) => {
  expect(await complaints(source)).toContain(rule);
});

test('what keeps the rules is let through', async () => {
  expect(await complaints(`export const A = () => <b>Words</b>;`)).not.toContain('Use ');
});
