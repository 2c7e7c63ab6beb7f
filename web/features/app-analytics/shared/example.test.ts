import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { exampleFor } from './example.ts';

it('matches the example in docs/app-events.md and has about twenty lines', async () => {
  const example = exampleFor({ url: '{portal}', key: '{applicationKey}', station: '{station}', platform: 'android' });
  expect(await readFile('docs/app-events.md', 'utf8')).toContain(`\`\`\`js\n${example}\n\`\`\``);
  expect(example.split('\n').length).toBeLessThanOrEqual(23);
});
