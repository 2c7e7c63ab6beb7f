import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { AnyEndpoint } from '#contract/http.ts';
import { registry } from '#contract/index.ts';
import { slimModule } from './slim-contract.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = join(project, '.tmp', `slim-contract-${process.pid}`);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('calls every endpoint of the pages as the contract says', async () => {
  for (const name of await readdir(join(project, 'contract'), { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), slimModule(await readFile(join(project, 'contract', name), 'utf8')));
  }
  const slim = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as { registry: typeof registry };
  expect(asCalled(slim.registry)).toEqual(asCalled(registry));
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
