import * as z from 'zod/mini';

/** A line of an ads.txt that a buyer's crawler would not take (`error`), or would wonder about (`warning`). */
export const AdsTxtProblem = z.object({
  /** Counted from 1. */
  line: z.number(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
});
export type AdsTxtProblem = z.infer<typeof AdsTxtProblem>;

const longest = 65_536;

/** Authorized Digital Sellers of a station; line ends are written as one character. */
export const AdsTxtText = z.string().check(
  z.overwrite((written) => written.replace(/\r\n?/g, '\n')),
  z.maxLength(longest),
  z.refine((written) => written.isWellFormed() && !written.includes('\0'), 'This text cannot be kept as it is.'),
);

/** What a station's ads.txt says, what is wrong with it, and where the public finds it. */
export const AdsTxt = z.object({
  text: z.string(),
  problems: z.array(AdsTxtProblem),
  /** How many sellers it names. */
  sellers: z.number(),
  url: z.string(),
});
export type AdsTxt = z.infer<typeof AdsTxt>;

type Said = Omit<AdsTxtProblem, 'line'>;
/** What was seen in the lines before, so that what stands twice is told. */
type Seen = { records: Set<string>; variables: Map<string, number> };

/**
 * Reads an ads.txt by the rules of the IAB (Authorized Digital Sellers 1.1): records of domain, account id, DIRECT or
 * RESELLER and an optional certification authority id; variables; comments behind `#`; extensions behind `;`.
 */
export const lintAdsTxt = (written: string): { problems: AdsTxtProblem[]; sellers: number } => {
  const seen: Seen = { records: new Set(), variables: new Map() };
  const problems = written
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, i) => problemsOf(line, seen).map((said) => ({ line: i + 1, ...said })));
  return { problems, sellers: seen.records.size };
};

const problemsOf = (line: string, seen: Seen): Said[] => {
  const said = line.replace(/[#;].*$/, '').trim();
  if (said === '') return [];
  if (hasControls(said)) return [error('The line has characters that cannot be seen.')];
  const variable = /^([A-Za-z]+)\s*=\s*(.*)$/.exec(said);
  return variable
    ? variableProblems((variable[1] ?? '').toLowerCase(), (variable[2] ?? '').trim(), seen)
    : recordProblems(said, seen);
};

const recordProblems = (said: string, seen: Seen): Said[] => {
  const fields = said.split(',').map((field) => field.trim());
  const [domain = '', account = '', relation = '', certification] = fields;
  if (fields.length < 3)
    return [error('A record has a domain, an account id and DIRECT or RESELLER, with commas between.')];
  const problems: Said[] = [];
  if (!isDomain(domain)) problems.push(error(`“${short(domain)}” is not a domain.`));
  if (account === '') problems.push(error('The account id is missing.'));
  if (!/^(direct|reseller)$/i.test(relation)) problems.push(error(`“${short(relation)}” must be DIRECT or RESELLER.`));
  if (certification === '') problems.push(warning('The certification authority id is empty; leave the comma out.'));
  else if (certification !== undefined && !/^[A-Za-z0-9]+$/.test(certification))
    problems.push(warning('A certification authority id has letters and digits only.'));
  if (fields.length > 4) problems.push(warning('There are more than four fields; what follows is not read.'));
  if (problems.some(({ level }) => level === 'error')) return problems;
  const record = [domain.toLowerCase(), account, relation.toUpperCase()].join(',');
  if (seen.records.has(record)) problems.push(warning('The same record stands above.'));
  seen.records.add(record);
  return problems;
};

/** Whether a variable's value is a domain, and whether it may stand once only. */
const variables: Record<string, { isDomain: boolean; once: boolean }> = {
  contact: { isDomain: false, once: false },
  subdomain: { isDomain: true, once: false },
  inventorypartnerdomain: { isDomain: true, once: false },
  ownerdomain: { isDomain: true, once: true },
  managerdomain: { isDomain: true, once: false },
};

const variableProblems = (name: string, value: string, seen: Seen): Said[] => {
  const known = variables[name];
  if (!known) return [warning(`${name.toUpperCase()} is not a variable of ads.txt and is not read.`)];
  if (value === '') return [error(`${name.toUpperCase()} has no value.`)];
  const [domain = '', country, ...more] = value.split(',').map((part) => part.trim());
  const problems: Said[] = [];
  if (known.isDomain && !isDomain(domain)) problems.push(error(`“${short(domain)}” is not a domain.`));
  if (known.isDomain && country !== undefined && (name !== 'managerdomain' || more.length > 0))
    problems.push(error(`${name.toUpperCase()} takes one domain.`));
  else if (known.isDomain && country !== undefined && !/^[A-Za-z]{2}$/.test(country))
    problems.push(error(`“${short(country)}” is not the code of a country.`));
  const times = (seen.variables.get(name) ?? 0) + 1;
  seen.variables.set(name, times);
  if (known.once && times > 1) problems.push(warning(`${name.toUpperCase()} stands more than once; only one is read.`));
  return problems;
};

const isDomain = (written: string): boolean =>
  written.length <= 253 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(written);

/** Tabs are blanks. */
const hasControls = (said: string): boolean =>
  [...said].some((letter) => (letter < ' ' && letter !== '\t') || letter === '\u007f');

const short = (written: string): string => (written.length > 40 ? `${written.slice(0, 40)}…` : written);
const error = (message: string): Said => ({ level: 'error', message });
const warning = (message: string): Said => ({ level: 'warning', message });
