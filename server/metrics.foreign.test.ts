import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meteredProcesses, metricsAt } from './testing/metered.ts';

const isThere = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!isThere)('promtool, of Prometheus', () => {
  let processes: Awaited<ReturnType<typeof meteredProcesses>>;
  beforeAll(async () => {
    processes = await meteredProcesses(undefined);
    await fetch(`${processes.portal.url}/healthz`);
  });
  afterAll(() => processes.close());

  it.each(['portal', 'engine', 'edge'] as const)('finds nothing wrong with the metrics of %s', async (name) => {
    const input = await (await metricsAt(processes.ports[name])).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
  });

  it('finds nothing wrong with the alerts', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', alerts], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('SUCCESS');
  });

  it('raises the alerts as they should be', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    const path = join(folder, 'test.json');
    writeFileSync(path, JSON.stringify({ rule_files: [alerts], evaluation_interval: '15s', tests: [outage] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

const alerts = join(import.meta.dirname, '../ops/alerts.yml');
const at = 'radio-1:9465';
const raised = (alertname: string, exp_annotations: object) => ({
  ...{ eval_time: '20m', alertname },
  exp_alerts: [{ exp_labels: { instance: at, job: 'skywave' }, exp_annotations }],
});
/** An engine whose portal has been away for twenty minutes, while an edge was cut off at the end. */
const outage = {
  interval: '1m',
  input_series: [
    { series: `skywave_engine_spool_oldest_seconds{job="skywave",instance="${at}"}`, values: '0+60x20' },
    { series: `skywave_edge_engine_up{job="skywave",instance="${at}"}`, values: '1x18 0x2' },
    { series: `skywave_outbox_oldest_seconds{job="skywave",instance="${at}"}`, values: '0x20' },
  ],
  alert_rule_test: [
    { eval_time: '14m', alertname: 'SkywaveListeningNotRecorded', exp_alerts: [] },
    raised('SkywaveListeningNotRecorded', {
      summary: `Listening at ${at} has not been recorded for 20m 0s: its disk fills.`,
    }),
    { eval_time: '18m', alertname: 'SkywaveEdgeWithoutEngine', exp_alerts: [] },
    raised('SkywaveEdgeWithoutEngine', { summary: `The edge at ${at} receives no sound from its engine.` }),
    { eval_time: '20m', alertname: 'SkywaveChangesNotApplied', exp_alerts: [] },
  ],
};
