import { readCsv } from '#contract/rules/csv.ts';
import { WrittenNumber, type ImportedNumbers } from '#contract/api/telephony-admin.ts';
import { countryOfNumber } from '#server/platform/phone-number.ts';
import { isCountry } from '#server/kernel/iso-codes.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { upsertNumbers } from './portal-numbers.repo.ts';
import { allTrunks } from './trunks.repo.ts';

type Line = { did: string; country: string; label: string; trunk: string | null };

const mostLines = 10_000;
const mostProblems = 50;

/**
 * Adds the numbers of a CSV file (did, country, label, trunk; the first line may name the columns), and changes those that are in the
 * pool. One wrong line and nothing is imported; the reply names the first 50 problems.
 */
export const importNumbers = async ({ db }: Pick<Kernel, 'db'>, csv: string): Promise<ImportedNumbers> => {
  const trunks = new Set((await allTrunks(db)).map(({ id }) => id));
  const problems: ImportedNumbers['problems'] = [];
  const lines = new Map<string, Line>();
  for (const { line, cells } of readCsv(csv)) {
    if (cells.every((cell) => cell.trim() === '') || (line === 1 && /^(did|number)$/i.test(cells[0]?.trim() ?? '')))
      continue;
    const read = readLine(cells, trunks);
    const reason =
      typeof read === 'string'
        ? read
        : lines.has(read.did)
          ? 'The same number is in an earlier line.'
          : lines.size >= mostLines
            ? 'At most 10,000 numbers at a time.'
            : '';
    if (typeof read !== 'string' && reason === '') lines.set(read.did, read);
    else if (problems.push({ line, text: cells.join(', ').slice(0, 200), reason }) >= mostProblems) break;
  }
  if (problems.length > 0 || lines.size === 0) return { added: 0, changed: 0, problems };
  const added = await db.transaction().execute((tx) => upsertNumbers(tx, [...lines.values()]));
  return { added, changed: lines.size - added, problems };
};

/** The number of a line, or why it is none. */
const readLine = (cells: readonly string[], trunks: ReadonlySet<string>): Line | string => {
  const [written = '', country = '', label = '', trunk = ''] = cells.map((cell) => cell.trim());
  const did = WrittenNumber.safeParse(written);
  if (!did.success) return 'The number must begin with + and its country code.';
  const iso = country.toUpperCase() || countryOfNumber(did.data);
  if (iso !== '' && !isCountry(iso)) return `${country} is not a country (two letters, as in DE).`;
  if (label.length > 100) return 'The label has more than 100 characters.';
  if (trunk !== '' && !trunks.has(trunk)) return `There is no line ${trunk}.`;
  return { did: did.data, country: iso, label, trunk: trunk === '' ? null : trunk };
};
