import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutCalls } from './slim-screens.ts';

const app = join(import.meta.dirname, '../web/app');

it('leaves out what a screen calls, and nothing else', () => {
  const code =
    "const a = screen({ path: 'a', calls: ['stations.get', ...more], title: 'A' });\nconst b = { calls: [] };";
  expect(withoutCalls(code).replaceAll(/\s+/g, ' ')).toBe(
    "const a = screen({ path: 'a', title: 'A' }); const b = { };",
  );
});

it('leaves no call in the declarations', async () => {
  const files = (await readdir(app)).filter((name) => name.endsWith('-screens.ts'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(withoutCalls(await readFile(join(app, file), 'utf8')), file).not.toContain(' calls:');
});
