import { spawnSync } from 'node:child_process';
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
});
