import { lintAdsTxt } from './ads-txt.ts';

/**
 * Unites several ads.txt to one: each record and each variable once, in the order in which they come, without comments and lines
 * that crawlers reject. OWNERDOMAIN and MANAGERDOMAIN are added unless the lines have their own; '' without any record.
 */
export const uniteAdsTxt = (
  texts: readonly string[],
  { owner, manager }: { owner: string | undefined; manager: string | undefined },
): string => {
  const lines = new Map<string, string>();
  for (const text of texts)
    for (const line of validLines(text)) if (!lines.has(sameAs(line))) lines.set(sameAs(line), line);
  const records = [...lines.values()].filter((line) => !isVariable(line));
  if (records.length === 0) return '';
  const has = (name: string): boolean => [...lines.keys()].some((line) => line.startsWith(`${name}=`));
  const added = [
    ...(owner !== undefined && !has('ownerdomain') ? [`OWNERDOMAIN=${owner}`] : []),
    ...(manager !== undefined && !has('managerdomain') ? [`MANAGERDOMAIN=${manager}`] : []),
  ];
  const variables = [...lines.values()].filter(isVariable);
  // Crawlers read only one owner.
  const owners = variables.filter((line) => /^ownerdomain\s*=/i.test(line)).slice(1);
  return [...added, ...variables.filter((line) => !owners.includes(line)), ...records, ''].join('\n');
};

const isVariable = (line: string): boolean => /^[A-Za-z]+\s*=/.test(line);

/** The lines that crawlers accept, without comments and extensions. */
const validLines = (text: string): string[] => {
  const broken = new Set(
    lintAdsTxt(text)
      .problems.filter(({ level }) => level === 'error')
      .map(({ line }) => line),
  );
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, i) => {
      const content = line.replace(/[#;].*$/, '').trim();
      return content === '' || broken.has(i + 1) ? [] : [content];
    });
};

/** Records with the same domain, account and relation are the same, and variables with the same value. */
const sameAs = (line: string): string => {
  if (isVariable(line)) return line.toLowerCase().replace(/\s*=\s*/, '=');
  const [domain = '', account = '', relation = ''] = line.split(',').map((field) => field.trim());
  return [domain.toLowerCase(), account, relation.toUpperCase()].join(',');
};
