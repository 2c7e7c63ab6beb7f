import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dashboards } from './dashboards.ts';

const isThere = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!isThere)('promtool, of Prometheus, for the rules of ops', () => {
  it('finds nothing wrong with them', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', ...['alerts.yml', 'slo.yml'].map(inOps));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('SUCCESS');
  });

  it('raises the alerts as they should be', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', inOps('rules.test.yml'));
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('reads the questions of the dashboards', () => {
    const texts = Object.values(dashboards).flatMap((text) => [...text.matchAll(/"expr": (".*")/g)]);
    const rules = texts.map(([, expr = ''], at) => ({ record: `of:panel:${at}`, expr: JSON.parse(expr) as string }));
    expect(rules.length).toBeGreaterThan(30);
    const folder = mkdtempSync(join(tmpdir(), 'dashboards-'));
    const path = join(folder, 'rules.json');
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboards', rules }] }));
    const { status, stderr } = promtool('check', 'rules', path);
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
  });
});

const inOps = (name: string): string => join(import.meta.dirname, '../ops', name);
const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
