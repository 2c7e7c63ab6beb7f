import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'oxfmt';
import type { AnyEndpoint } from '#contract/http.ts';
import { allEndpoints } from '#contract/index.ts';
import { allSpecCalls, normalizedCall, specLineOf } from '#contract/spec-calls.ts';

/*
 * `node tools/map.ts` writes docs/MAP.md: spec call → endpoint → handler → screen. `--check` changes nothing and
 * fails where the map is old, a call is neither built nor open, or both.
 */
const root = join(import.meta.dirname, '..');
const mapPath = join(root, 'docs/MAP.md');
const openPath = join(root, 'docs/open-calls.json');

type Row = { line: string; endpoint: string; handler: string; screens: string[]; isOpen: boolean };
type Screen = { route: string; file: string; endpoints: readonly string[] };
type Built = { domain: string; name: string; endpoint: AnyEndpoint };

/** Problems between the list of calls, the registry and the open calls; sentences for whoever has to mend them. */
export const problemsOf = (calls: string[], built: Built[], open: string[]): string[] => {
  const known = new Set(calls.map(normalizedCall));
  const openCalls = new Set(open.map(normalizedCall));
  const builtCalls = new Map(
    built.flatMap(({ endpoint }) =>
      specLineOf(endpoint) ? [[normalizedCall(specLineOf(endpoint) ?? ''), endpoint.line]] : [],
    ),
  );
  return [
    ...calls
      .filter((line) => builtCalls.has(normalizedCall(line)) && openCalls.has(normalizedCall(line)))
      .map((line) => `${line} is built and still stands in docs/open-calls.json.`),
    ...calls
      .filter((line) => !builtCalls.has(normalizedCall(line)) && !openCalls.has(normalizedCall(line)))
      .map((line) => `${line} is neither built nor in docs/open-calls.json.`),
    ...open
      .filter((line) => !known.has(normalizedCall(line)))
      .map((line) => `${line} of docs/open-calls.json is not a call of spec §7.`),
    ...[...builtCalls]
      .filter(([call]) => !known.has(call))
      .map(([, line]) => `${line} is not a call of spec §7: say spec: 'own', or how the spec writes it.`),
  ];
};

const main = async (): Promise<void> => {
  const calls = allSpecCalls();
  const built = allEndpoints();
  const open = JSON.parse(await readFile(openPath, 'utf8')) as string[];
  const problems = problemsOf(
    calls.map(({ line }) => line),
    built,
    open,
  );
  const shown = await screens();
  const text = await mapText(built, shown);
  const names = new Set(built.map(({ domain, name }) => `${domain}.${name}`));
  for (const { route, endpoints } of shown)
    for (const name of endpoints) if (!names.has(name)) problems.push(`${route} names ${name}, which is no endpoint.`);
  if (process.argv.includes('--check')) {
    const current = await readFile(mapPath, 'utf8').catch(() => '');
    if (current !== text) problems.push('docs/MAP.md is old: run `npm run map`.');
  } else await writeFile(mapPath, text);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
};

const screens = async (): Promise<Screen[]> => {
  const path = join(root, 'web/app/screens.ts');
  if (!existsSync(path)) return [];
  const found = (await import(pathToFileURL(path).href)) as { screens?: readonly Screen[] };
  return [...(found.screens ?? [])];
};

const mapText = async (built: Built[], shown: Screen[]): Promise<string> => {
  const calls = allSpecCalls();
  const sections = [...Map.groupBy(calls, ({ section }) => section)].map(
    ([section, found]) => `## ${section}\n\n${table(found.map(({ line }) => rowOf(line, built, shown)))}`,
  );
  const own = built
    .filter(({ endpoint }) => specLineOf(endpoint) === undefined)
    .map((one) => rowOfBuilt(one.endpoint.line, one, shown));
  const done = calls.filter(({ line }) => builtAs(line, built)).length;
  const text = `# The map\n\nMade by \`npm run map\` from the contract: every call of spec §7, what answers it, and where a person meets it.\n${String(done)} of ${String(calls.length)} calls are built; the others stand in \`open-calls.json\`.\n\n${sections.join('\n\n')}\n\n## Ours\n\n${table(own)}\n`;
  return (await format(mapPath, text)).code;
};

const builtAs = (line: string, built: Built[]): Built | undefined =>
  built.find(({ endpoint }) => normalizedCall(specLineOf(endpoint) ?? '') === normalizedCall(line));

const rowOf = (line: string, built: Built[], shown: Screen[]): Row => {
  const found = builtAs(line, built);
  return found ? rowOfBuilt(line, found, shown) : { line, endpoint: '', handler: '', screens: [], isOpen: true };
};

const rowOfBuilt = (line: string, { domain, name }: Built, shown: Screen[]): Row => ({
  line,
  endpoint: `${domain}.${name}`,
  handler: handlerOf.get(domain) ?? '',
  screens: shown
    .filter(({ endpoints }) => endpoints.includes(`${domain}.${name}`))
    .map(({ file }) => file.replace('web/features/', '')),
  isOpen: false,
});

/** Where each domain's calls are answered, by the type that says so. */
const handlerOf = new Map(
  globSync('server/domains/**/*.routes.ts', { cwd: root }).flatMap((file) => {
    const domain = /(?<!Pick<)\bHandlers<'(\w+)'>/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
    return domain === undefined ? [] : [[domain, file] as const];
  }),
);

const table = (rows: Row[]): string =>
  [
    '| call | endpoint | handler | screens |',
    '|---|---|---|---|',
    ...rows.map(({ line, endpoint, handler, screens: where, isOpen }) =>
      isOpen
        ? `| \`${line}\` | open | | |`
        : `| \`${line}\` | \`${endpoint}\` | \`${handler}\` | ${where.map((one) => `\`${one}\``).join('<br>')} |`,
    ),
  ].join('\n');

if (import.meta.main) await main();
