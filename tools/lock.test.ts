import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Package = { integrity?: string; resolved?: string; optional?: boolean } & {
  [platform in 'os' | 'cpu' | 'libc']?: string[];
};
type Lock = { packages: Record<string, Package> };

const project = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock;
const installed = Object.entries(packages).filter(([path]) => path !== '');

const matches = (allowed: string[] | undefined, one: string): boolean => allowed === undefined || allowed.includes(one);
const isFor = ({ os, cpu, libc }: Package, processor: string): boolean =>
  matches(os, 'linux') && matches(cpu, processor) && matches(libc, 'glibc');

test('the lock file has the hash of every Linux package, so that no other content is ever installed', () => {
  const withoutHash = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  const of = (processor: string) => withoutHash.filter(([, one]) => isFor(one, processor)).map(([path]) => path);
  expect(withoutHash.filter(([, { optional }]) => !optional)).toEqual([]);
  expect(of('x64')).toEqual([]);
  // docs/DECISIONS.md: the registry that the lock file was made with does not have it.
  expect(of('arm64')).toEqual(['node_modules/@chdb/lib-linux-arm64-gnu']);
});

test('the lock file has packages from the npm registry only', () => {
  const otherSources = installed.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(otherSources).toEqual([]);
});

test('every direct dependency is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toEqual([]);
});
