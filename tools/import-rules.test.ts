import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* Runs the import rules on a small project that breaks each of them once, so that a rule without effect fails here. */

const project = join(import.meta.dirname, '..');
const importsOf: Record<string, string[]> = {
  'contract/alone.ts': ['../server/kernel/kernel.ts'],
  'contract/package.ts': ['pg'],
  'contract/rules/rule.ts': ['../api/endpoint.ts'],
  'contract/api/endpoint.ts': [],
  'server/kernel/kernel.ts': ['../engines/mail/mail.ts'],
  'server/engines/mail/mail.ts': ['../geo/geo.ts'],
  'server/engines/geo/geo.ts': [],
  'server/domains/stations/stations.service.ts': ['../../engines/geo/geo.ts', '../accounts/accounts.repo.ts'],
  'server/domains/accounts/accounts.repo.ts': [],
  'server/domains/accounts/accounts.service.ts': ['../stations/stations.service.ts', '../people/people.service.ts'],
  'server/domains/people/people.service.ts': [],
  'server/domains/novelties/novelties.ts': ['../people/people.service.ts'],
  'server/platform/images.ts': ['../domains/people/people.service.ts'],
  'streaming/engine.ts': ['../server/engines/geo/geo.ts'],
  'streaming/ingest/ingest.ts': ['../station/station.ts', '../frames/frame.ts'],
  'streaming/station/station.ts': [],
  'streaming/frames/frame.ts': [],
  'web/features/stations/Screen.ts': ['../session/Part.ts', '../session/queries.ts'],
  'web/features/session/Part.ts': [],
  'web/features/session/queries.ts': ['../stations/queries.ts'],
  'web/features/stations/queries.ts': [],
  'web/parts/station.ts': ['../features/stations/queries.ts'],
  'web/ui/Button.ts': ['../features/session/Part.ts'],
  'web/ui/one.ts': ['./two.ts'],
  'web/ui/two.ts': ['./one.ts'],
};

let folder: string;
let violations: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-rules-'));
  for (const [file, imports] of Object.entries(importsOf)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const lines = imports.map((path, n) => `import * as part${n} from '${path}';\nexport const use${n} = part${n};`);
    writeFileSync(join(folder, file), [...lines, 'export const here = 1;'].join('\n'));
  }
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}');
  writeFileSync(join(folder, 'package.json'), '{"type":"module","dependencies":{"pg":"8"}}');
  mkdirSync(join(folder, 'node_modules/pg'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/pg/package.json'), '{"name":"pg","main":"index.js"}');
  writeFileSync(join(folder, 'node_modules/pg/index.js'), 'export const here = 1;');
  const args = [
    '--config',
    join(project, '.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    'contract',
    'server',
    'streaming',
    'web',
  ];
  const output = await new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 50_000_000 };
    execFile(join(project, 'node_modules/.bin/depcruise'), args, options, (_error, stdout) => resolve(stdout));
  });
  const { summary } = JSON.parse(output) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  'contract-alone: contract/alone.ts → server/kernel/kernel.ts',
  'contract-zod: contract/package.ts → node_modules/pg/',
  'contract-rooms: contract/rules/rule.ts → contract/api/endpoint.ts',
  'kernel: server/kernel/kernel.ts → server/engines/mail/mail.ts',
  'engines: server/engines/mail/mail.ts → server/engines/geo/geo.ts',
  'domains: server/domains/stations/stations.service.ts → server/engines/geo/geo.ts',
  'domains-among-themselves: server/domains/stations/stations.service.ts → server/domains/accounts/accounts.repo.ts',
  'streaming: streaming/engine.ts → server/engines/geo/geo.ts',
  'engine-in-order: streaming/ingest/ingest.ts → streaming/station/station.ts',
  'domains-in-order: server/domains/accounts/accounts.service.ts → server/domains/stations/stations.service.ts',
  'domains-in-order: server/domains/novelties/novelties.ts → server/domains/people/people.service.ts',
  'platform: server/platform/images.ts → server/domains/people/people.service.ts',
  'web-features: web/features/stations/Screen.ts → web/features/session/Part.ts',
  'features-in-order: web/features/session/queries.ts → web/features/stations/queries.ts',
  'web-parts: web/parts/station.ts → web/features/stations/queries.ts',
  'web-ui: web/ui/Button.ts → web/features/session/Part.ts',
  'no-cycles: web/ui/one.ts → web/ui/two.ts',
])('catches %s', (violation) => {
  expect(violations.some((text) => text.startsWith(violation))).toBe(true);
});

test('accepts allowed imports', () => {
  expect(
    violations.filter(
      (text) =>
        !/novelties|platform/.test(text) &&
        /→ (web\/features\/session\/queries|server\/domains\/people\/people\.service)\.ts/.test(text),
    ),
  ).toEqual([]);
});

test.each(['domains', 'features', 'engine'])('docs/ARCHITECTURE.md has the order of %s', async (kind) => {
  const { default: rules } = (await import(pathToFileURL(join(project, '.dependency-cruiser.mjs')).href)) as {
    default: { forbidden: { name: string; comment: string }[] };
  };
  const order = rules.forbidden.flatMap(({ name, comment }) =>
    name === `${kind}-in-order` ? (/^(\S+) imports only what comes before it/.exec(comment)?.[1] ?? []) : [],
  );
  const document = readFileSync(join(project, 'docs/ARCHITECTURE.md'), 'utf8');
  const listed = new RegExp(`\\*\\*${kind}:\\*\\* ([^;.]+)`).exec(document)?.[1]?.split(/,\s+/);
  expect(listed, 'write the order of .dependency-cruiser.mjs into docs/ARCHITECTURE.md').toEqual(order);
});
