import * as z from 'zod/mini';

/** A line of an ads.txt that crawlers reject (`error`) or partly ignore (`warning`). */
export const AdsTxtProblem = z.object({
  /** The line number, from 1. */
  line: z.number(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
});
export type AdsTxtProblem = z.infer<typeof AdsTxtProblem>;

const maxLength = 65_536;

/** Authorized Digital Sellers of a station; line ends are normalised to LF. */
export const AdsTxtText = z.string().check(
  z.overwrite((written) => written.replace(/\r\n?/g, '\n')),
  z.maxLength(maxLength),
  z.refine(
    (written) => written.isWellFormed() && !written.includes('\0'),
    'This text contains characters that cannot be saved.',
  ),
);

/** A station's ads.txt, its problems and its public URL. */
export const AdsTxt = z.object({
  text: z.string(),
  problems: z.array(AdsTxtProblem),
  /** The number of records. */
  sellers: z.number(),
  url: z.string(),
});
export type AdsTxt = z.infer<typeof AdsTxt>;

type Problem = Omit<AdsTxtProblem, 'line'>;
/** What earlier lines contained, to find duplicates. */
type Seen = { records: Set<string>; variables: Map<string, number> };

/**
 * Checks an ads.txt by the rules of the IAB (Authorized Digital Sellers 1.1): records of domain, account ID, DIRECT or
 * RESELLER and an optional certification authority ID; variables; comments after `#`; extensions after `;`.
 */
export const lintAdsTxt = (written: string): { problems: AdsTxtProblem[]; sellers: number } => {
  const seen: Seen = { records: new Set(), variables: new Map() };
  const problems = written
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, i) => problemsOf(line, seen).map((content) => ({ line: i + 1, ...content })));
  return { problems, sellers: seen.records.size };
};

const problemsOf = (line: string, seen: Seen): Problem[] => {
  const content = line.replace(/[#;].*$/, '').trim();
  if (content === '') return [];
  if (hasControls(content)) return [error('The line contains invisible characters.')];
  const variable = /^([A-Za-z]+)\s*=\s*(.*)$/.exec(content);
  return variable
    ? variableProblems((variable[1] ?? '').toLowerCase(), (variable[2] ?? '').trim(), seen)
    : recordProblems(content, seen);
};

const recordProblems = (content: string, seen: Seen): Problem[] => {
  const fields = content.split(',').map((field) => field.trim());
  const [domain = '', account = '', relation = '', certification] = fields;
  if (fields.length < 3)
    return [error('A record needs a domain, an account ID and DIRECT or RESELLER, separated by commas.')];
  const problems: Problem[] = [];
  if (!isDomain(domain)) problems.push(error(`“${short(domain)}” is not a domain.`));
  if (account === '') problems.push(error('The account ID is missing.'));
  if (!/^(direct|reseller)$/i.test(relation)) problems.push(error(`“${short(relation)}” must be DIRECT or RESELLER.`));
  if (certification === '')
    problems.push(warning('The certification authority ID is empty. Remove the trailing comma.'));
  else if (certification !== undefined && !/^[A-Za-z0-9]+$/.test(certification))
    problems.push(warning('A certification authority ID may only contain letters and digits.'));
  if (fields.length > 4) problems.push(warning('There are more than four fields. Crawlers ignore the rest.'));
  if (problems.some(({ level }) => level === 'error')) return problems;
  const record = [domain.toLowerCase(), account, relation.toUpperCase()].join(',');
  if (seen.records.has(record)) problems.push(warning('This record is a duplicate of one above.'));
  seen.records.add(record);
  return problems;
};

/** Whether a variable's value is a domain, and whether it may appear only once. */
const variables: Record<string, { isDomain: boolean; once: boolean }> = {
  contact: { isDomain: false, once: false },
  subdomain: { isDomain: true, once: false },
  inventorypartnerdomain: { isDomain: true, once: false },
  ownerdomain: { isDomain: true, once: true },
  managerdomain: { isDomain: true, once: false },
};

const variableProblems = (name: string, value: string, seen: Seen): Problem[] => {
  const known = variables[name];
  if (!known) return [warning(`${name.toUpperCase()} is not an ads.txt variable. Crawlers ignore it.`)];
  if (value === '') return [error(`${name.toUpperCase()} has no value.`)];
  const [domain = '', country, ...more] = value.split(',').map((part) => part.trim());
  const problems: Problem[] = [];
  if (known.isDomain && !isDomain(domain)) problems.push(error(`“${short(domain)}” is not a domain.`));
  if (known.isDomain && country !== undefined && (name !== 'managerdomain' || more.length > 0))
    problems.push(error(`${name.toUpperCase()} takes one domain.`));
  else if (known.isDomain && country !== undefined && !/^[A-Za-z]{2}$/.test(country))
    problems.push(error(`“${short(country)}” is not a country code.`));
  const times = (seen.variables.get(name) ?? 0) + 1;
  seen.variables.set(name, times);
  if (known.once && times > 1)
    problems.push(warning(`${name.toUpperCase()} appears more than once. Crawlers read only one.`));
  return problems;
};

const isDomain = (written: string): boolean =>
  written.length <= 253 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(written);

/** Tabs count as spaces. */
const hasControls = (content: string): boolean =>
  [...content].some((letter) => (letter < ' ' && letter !== '\t') || letter === '\u007f');

const short = (written: string): string => (written.length > 40 ? `${written.slice(0, 40)}…` : written);
const error = (message: string): Problem => ({ level: 'error', message });
const warning = (message: string): Problem => ({ level: 'warning', message });
