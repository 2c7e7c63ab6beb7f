import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dashboards } from './dashboards.ts';

const ops = join(import.meta.dirname, '../ops');

test('ops/dashboards has the dashboards as declared (node tools/dashboards.ts writes them)', () => {
  const files = readdirSync(join(ops, 'dashboards'));
  expect(Object.fromEntries(files.map((name) => [name, readFileSync(join(ops, 'dashboards', name), 'utf8')]))).toEqual(
    dashboards,
  );
});

test('dashboards ask for service levels that are recorded', () => {
  const recorded = new Set(readFileSync(join(ops, 'slo.yml'), 'utf8').match(/(?<=record: )\S+/g));
  const asked = Object.values(dashboards).flatMap((text) => text.match(/skywave:[a-z\d_:]+/g) ?? []);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((name) => !recorded.has(name))).toEqual([]);
});
