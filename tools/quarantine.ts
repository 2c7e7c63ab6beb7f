/*
 * The check of `tools/quarantine.json`, which names tests whose failure `npm test` tells and does not count: each entry
 * says why and until when, at most 30 days ahead; once that day is over, the check fails. It also refuses retries
 * anywhere: a test that passes when it is asked again is a defect of the product or of the test.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '#contract/time.ts';

const project = join(import.meta.dirname, '..');
const longestDays = 30;

type Entry = { file: string; test: string; why: string; until: string };

const entries = (): Partial<Entry>[] =>
  JSON.parse(readFileSync(join(project, 'tools/quarantine.json'), 'utf8')) as Partial<Entry>[];

/** What is wrong with the entries on a day, a sentence each. */
export const complaintsOf = (given: readonly Partial<Entry>[], today: Date): string[] =>
  given.flatMap((entry) => {
    const complaint = complaintOf(entry, today.getTime());
    return complaint === undefined ? [] : [`${entry.file} > ${entry.test}: ${complaint}`];
  });

const complaintOf = ({ file, test, why, until }: Partial<Entry>, now: number): string | undefined => {
  const last = Date.parse(`${until}T23:59:59Z`);
  if (!file || !test || !why || Number.isNaN(last)) return 'an entry has file, test, why and until (YYYY-MM-DD).';
  if (!existsSync(join(project, file))) return 'there is no such file.';
  if (last < now) return `it was to be mended by ${until}.`;
  if (last > now + longestDays * dayMs) return `at most ${longestDays} days ahead.`;
  return undefined;
};

/** Whether a test file or a configuration asks vitest to try failures again. */
export const asksAgain = (source: string): boolean => /\bretry: ?[\d{]|--retry\b/.test(source);

const retrying = (): string[] =>
  globSync(
    ['{contract,server,streaming,web,player,brands,tools,bench,e2e}/**/*.test.{ts,tsx}', '**/vitest.config.ts'],
    {
      cwd: project,
      exclude: ['node_modules/**'],
    },
  ).filter((file) => asksAgain(readFileSync(join(project, file), 'utf8')));

if (import.meta.main) {
  const complaints = [
    ...complaintsOf(entries(), new Date()),
    ...retrying().map((file) => `${file}: failures are not tried again (docs/TESTING.md).`),
  ];
  for (const complaint of complaints) console.log(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
