import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { registry } from '#contract/api/index.ts';
import { contractFiles, slimModule } from './slim-contract.ts';
import { plainPart, schemasPart } from './split-contract.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = join(project, '.tmp', `slim-contract-${process.pid}`);
const nameOf = (file: string, part: string): string => file.replace(/\.ts$/, `.${part.slice(1)}.ts`);
let files: string[] = [];

// The contract as the pages get it, each part in a file of its own.
beforeAll(async () => {
  const all = await readdir(join(project, 'contract'), { recursive: true });
  files = all.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'));
  const partsOf = contractFiles();
  for (const name of files) {
    const { whole, plain, schemas } = partsOf(join(project, 'contract', name));
    const named = (code: string): string =>
      code.replaceAll(/\.ts\?(plain|schemas)';/g, (_, part: string) => `.${part}.ts';`);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), named(whole));
    await writeFile(join(folder, nameOf(name, plainPart)), named(plain));
    await writeFile(join(folder, nameOf(name, schemasPart)), named(schemas));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const imported = (path: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(path).href) as Promise<Record<string, unknown>>;

it('calls every endpoint of the pages as the contract says', async () => {
  const slim = (await imported(join(folder, 'api/index.ts'))) as { registry: typeof registry };
  expect(asCalled(slim.registry)).toEqual(asCalled(registry));
});

it('offers the pages everything that the contract does', async () => {
  expect(files.length).toBeGreaterThan(100);
  for (const name of files) {
    const slim = Object.keys(await imported(join(folder, name)));
    expect(slim, name).toEqual(Object.keys(await imported(join(project, 'contract', name))));
  }
});

/** What a page reads of the endpoints, by domain and name. */
const asCalled = (domains: Record<string, Record<string, AnyEndpoint>>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(domains).flatMap(([domain, endpoints]) =>
      Object.entries(endpoints).map(([name, { method, path, access, spec }]) => [
        `${domain}.${name}`,
        {
          method,
          path,
          isOpen: Object.values(access)[0] === 'open',
          isIdempotent: spec.idempotent ?? false,
          changes: Array.isArray(spec.changes) ? spec.changes : [],
          json: spec.form?.json?.field,
          file: spec.form?.file?.field,
          hasForm: spec.form !== undefined,
          reply: spec.returns === undefined ? 'none' : 'raw' in spec.returns ? spec.returns.raw : 'json',
        },
      ]),
    ),
  );

it('refuses what it cannot read, instead of leaving it out', () => {
  expect(() => slimModule("const calls = { get: endpoint('GET stations', { ...imported }) };")).toThrow(
    'must be written in its module',
  );
  expect(() => slimModule('const calls = { get: endpoint(line, {}) };')).toThrow('Not the declaration of an endpoint');
});
