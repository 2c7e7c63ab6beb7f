import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* docs/adr: one decision a file, and everything that names one names one that exists. */

const project = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(project, file), 'utf8');
const files = globSync('docs/adr/[0-9]*.md', { cwd: project }).toSorted();
const numberOf = (file: string): number => Number(/(\d{4})-/.exec(file)?.[1]);
const numbers = new Set(files.map(numberOf));

test('each file is one decision with a status, a date and what follows from it', () => {
  expect(files.length).toBeGreaterThan(60);
  expect(numbers.size).toBe(files.length);
  const wrong = files.filter((file) => {
    const text = read(file);
    const parts = [...text.matchAll(/^\*\*(Status|Context|Decision|Consequence)\.\*\*/gm)].map(([, part]) => part);
    return (
      !text.startsWith(`# ${numberOf(file)}. `) ||
      !/^\*\*Status\.\*\* (Accepted|Replaced by ADR \d+), \d{4}-\d\d-\d\d\./m.test(text) ||
      parts.join() !== 'Status,Context,Decision,Consequence' ||
      // A second decision in the same file.
      /^\*\*Decision:/m.test(text)
    );
  });
  expect(wrong).toEqual([]);
});

test('the index lists each by its title', () => {
  const listed = [...read('docs/adr/README.md').matchAll(/^- (\d+)\. \[(.+)\]\((.+)\)$/gm)];
  const titleOf = (file: string): string => /^# \d+\. (.+)$/m.exec(read(file))?.[1] ?? '';
  expect(listed.map(([, number, title, file]) => `${number} ${title} docs/adr/${file}`).toSorted()).toEqual(
    files.map((file) => `${numberOf(file)} ${titleOf(file)} ${file}`).toSorted(),
  );
});

test('code and documents name only decisions that exist', () => {
  const sources = globSync('{bench,contract,docs,e2e,player,server,shared,streaming,tools,web}/**/*.{ts,tsx,mjs,md}', {
    cwd: project,
  });
  const missing = [...sources, 'README.md', 'CONTRIBUTING.md'].flatMap((file) =>
    [...read(file).matchAll(/\bADR (\d+)((?:,| and| to) \d+)*|docs\/adr\/(\d{4})/g)]
      .flatMap(([found]) => found.match(/\d+/g) ?? [])
      .filter((number) => !numbers.has(Number(number)))
      .map((number) => `${file}: ADR ${number}`),
  );
  expect(sources.length).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});
