/*
 * Checks `tools/quarantine.json`, which names tests whose failures `npm test` reports but does not count: each entry
 * has a reason and a deadline, at most 30 days ahead; after the deadline the check fails. It also refuses retries
 * anywhere: a test that passes on a retry is a defect of the product or of the test.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '#contract/rules/time.ts';

const project = join(import.meta.dirname, '..');
const maxDays = 30;

type Entry = { file: string; test: string; why: string; until: string };

const entries = (): Partial<Entry>[] =>
  JSON.parse(readFileSync(join(project, 'tools/quarantine.json'), 'utf8')) as Partial<Entry>[];

/** Problems of the entries on a day, a sentence each. */
export const problemsOf = (quarantine: readonly Partial<Entry>[], today: Date): string[] =>
  quarantine.flatMap((entry) => {
    const problem = problemOf(entry, today.getTime());
    return problem === undefined ? [] : [`${entry.file} > ${entry.test}: ${problem}`];
  });

const problemOf = ({ file, test, why, until }: Partial<Entry>, now: number): string | undefined => {
  const deadline = Date.parse(`${until}T23:59:59Z`);
  if (!file || !test || !why || Number.isNaN(deadline)) return 'an entry needs file, test, why and until (YYYY-MM-DD).';
  if (!existsSync(join(project, file))) return 'no such file.';
  if (deadline < now) return `its deadline was ${until}.`;
  if (deadline > now + maxDays * dayMs) return `the deadline is at most ${maxDays} days ahead.`;
  return undefined;
};

/** Whether a test file or a configuration makes vitest retry failures. */
export const usesRetries = (source: string): boolean => /\bretry: ?[\d{]|--retry\b/.test(source);

const filesWithRetries = (): string[] =>
  globSync(
    ['{contract,shared,server,streaming,web,player,brands,tools,bench,e2e}/**/*.test.{ts,tsx}', '**/vitest.config.ts'],
    {
      cwd: project,
      exclude: ['node_modules/**'],
    },
  ).filter((file) => usesRetries(readFileSync(join(project, file), 'utf8')));

if (import.meta.main) {
  const problems = [
    ...problemsOf(entries(), new Date()),
    ...filesWithRetries().map((file) => `${file}: tests must not be retried (docs/TESTING.md).`),
  ];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
