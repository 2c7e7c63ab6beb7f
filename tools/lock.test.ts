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

const fits = (wanted: string[] | undefined, one: string): boolean => wanted === undefined || wanted.includes(one);
const isFor = ({ os, cpu, libc }: Package, processor: string): boolean =>
  fits(os, 'linux') && fits(cpu, processor) && fits(libc, 'glibc');

test('the lock holds the hash of every package of Linux, so that another one of the same name is never installed', () => {
  const without = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  const of = (processor: string) => without.filter(([, one]) => isFor(one, processor)).map(([path]) => path);
  expect(without.filter(([, { optional }]) => !optional)).toEqual([]);
  expect(of('x64')).toEqual([]);
  // docs/DECISIONS.md: the registry that the lock was made with does not have it.
  expect(of('arm64')).toEqual(['node_modules/@chdb/lib-linux-arm64-gnu']);
});

test('the lock takes packages from the registry only', () => {
  const elsewhere = installed.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(elsewhere).toEqual([]);
});

test('every package that the product names is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toEqual([]);
});
