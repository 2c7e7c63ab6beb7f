import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#server/kernel/config.ts';
import { Operator } from '#server/kernel/operator.ts';
import { readConfig as readEngineConfig } from '#streaming/config.ts';
import { engineSettings, portalSettings } from './testing/program-settings.ts';

const project = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(project, file), 'utf8');
const readme = read('README.md');

/** The rows of README's table whose first heading is `head`, each as its cells. */
const tableOf = (head: string): string[][] => {
  const lines = readme.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${head} `));
  const after = lines.slice(from + 2);
  return after
    .slice(
      0,
      after.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};
const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');

describe('README’s commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...readme.matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].map(([, name]) => name ?? '');
  const bare = tableOf('command').flatMap(([cell]) => quoted(cell).filter((text) => /^[a-z]+$/.test(text)));

  test('are scripts of package.json', () => {
    const commands = [...new Set([...named, ...bare])].filter((name) => !['ci', 'install', 'and'].includes(name));
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('include all scripts that run a part of the product', () => {
    const parts = Object.entries(scripts).filter(([, run]) => run.startsWith('node tools/start.mjs'));
    expect(parts.map(([name]) => name).filter((name) => !named.includes(name) && !bare.includes(name))).toEqual([]);
  });

  test('name only existing documents', () => {
    const documents = readme.match(/docs\/[\w/.-]*\w/g) ?? [];
    expect(documents.length).toBeGreaterThan(5);
    expect(documents.filter((path) => !existsSync(join(project, path)))).toEqual([]);
  });
});

describe('README’s settings', () => {
  const rows = tableOf('name').map(([names, otherwise = '']) => ({ names: quoted(names), otherwise }));
  const described = rows.flatMap(({ names }) => names);

  test('are exactly those that the programs read', () => {
    const known = new Set([...portalSettings, ...engineSettings]);
    expect(described.toSorted()).toEqual([...known].toSorted());
  });

  test('have the documented defaults', () => {
    const literal = Object.entries(Operator.parse({})).filter(
      ([, value]) => !Array.isArray(value) && value !== undefined,
    );
    const cell = (name: string): string => rows.find(({ names }) => names.includes(name))?.otherwise ?? '';
    expect(
      literal.filter(
        ([name, value]) => !cell(name).includes(typeof value === 'string' ? value : JSON.stringify(value)),
      ),
    ).toEqual([]);
    expect(rows.filter(({ otherwise }) => otherwise === '')).toEqual([]);
  });

  test('derive from each other as documented', () => {
    const settings = readSettings({ PORT: '18000', STREAM_PORT: '19000', PUBLIC_URL: 'https://radio.example' });
    expect(settings).toMatchObject({
      deliveryUrl: 'https://radio.example',
      deliveryPort: 18_001,
      deliveryWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
      streamUrl: 'http://radio.example:19000',
    });
    expect(readSettings({ PORT: '18000' }).publicUrl).toBe('http://localhost:18000');
    const engine = readEngineConfig({ ENGINE_TOKEN: 'a token of the engine' });
    const perCore = 8 * availableParallelism();
    expect([engine.maxAdapt, engine.maxAutomation]).toEqual([perCore, perCore]);
    expect([engine.controlPort, engine.controlHost, engine.edgePort]).toEqual([8700, '127.0.0.1', 8010]);
  });
});
