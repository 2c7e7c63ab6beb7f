import { globSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHistogram } from '#shared/metrics/histogram.ts';
import { counter, gauge, metricsText } from '#shared/metrics/metric.ts';
import { serveMetrics } from '#shared/metrics/serve-metrics.ts';
import { metricsPorts } from './supervisor/metrics-ports.ts';
import { parseEngines } from '#server/kernel/fleet.ts';
import { meteredProcesses, metricsAt } from './testing/metered.ts';

const token = 'a token for readers of metrics';
const bearer = { authorization: `Bearer ${token}` };

describe('the processes', () => {
  let processes: Awaited<ReturnType<typeof meteredProcesses>>;
  beforeAll(async () => {
    processes = await meteredProcesses(token);
  });
  afterAll(() => processes.close());

  const textOf = async (name: keyof typeof processes.ports): Promise<string> =>
    await (await metricsAt(processes.ports[name], bearer)).text();

  it('report what they serve', async () => {
    const { portal } = processes;
    await fetch(`${portal.url}/healthz`);
    await portal.kernel.db
      .insertInto('outbox')
      .values({ topic: 'nobody.listens', payload: '{}', created: new Date(Date.now() - 3_600_000) })
      .execute();
    await expect
      .poll(() => textOf('portal'))
      .toMatch(/^skywave_http_responses_total\{method="GET",status="200"\} [1-9]/m);
    const text = await textOf('portal');
    expect(text).toMatch(/^skywave_http_request_duration_seconds_count\{method="GET",route="\/healthz"\} 1$/m);
    expect(text).toMatch(/^skywave_http_request_duration_seconds_bucket\{.*le="\+Inf"\} 1$/m);
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);

    expect(await textOf('engine')).toMatch(/^skywave_engine_listeners 0$/m);
    await expect.poll(() => textOf('edge')).toMatch(/^skywave_edge_engine_up\{engine="[^"]+bus.sock"\} 1$/m);
  });

  it('report each metric that the documentation names, and no other', async () => {
    const document = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
    const described = new Set([...document.matchAll(/^\| `([a-z\d_]+)`/gm)].map(([, name]) => name ?? ''));
    const texts = await Promise.all([textOf('portal'), textOf('engine'), textOf('edge')]);
    const names = new Set(texts.join('').match(/(?<=^# TYPE )\w+/gm));
    // Those of an edge's listeners are described as the engine's.
    const missing = [...names].filter((name) => !described.has(name));
    expect(missing.filter((name) => !described.has(name.replace('_edge_', '_engine_')))).toEqual([]);
    expect(
      [...described].filter((name) => name.includes('_') && name === name.toLowerCase() && !names.has(name)),
    ).toEqual([]);
  });

  it('report what alerts, service levels and dashboards are about', async () => {
    const texts = (await Promise.all([textOf('portal'), textOf('engine'), textOf('edge')])).join('');
    const names = new Set(texts.match(/(?<=^# TYPE )\w+/gm));
    const folder = join(import.meta.dirname, '../ops');
    const files = ['alerts.yml', 'slo.yml', ...globSync('dashboards/*.json', { cwd: folder })];
    expect(files.length).toBe(5);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      // Names of both: `skywave_(engine|edge)_listeners`.
      const both = [...text.matchAll(/skywave_\(engine\|edge\)(_[a-z\d_]+)/g)];
      const used = [
        ...(text.match(/\b(skywave|nodejs|process)_[a-z\d_]+/g) ?? []),
        ...both.flatMap(([, rest]) => [`skywave_engine${rest}`, `skywave_edge${rest}`]),
      ].filter((name) => name !== 'skywave_');
      expect(used.length).toBeGreaterThan(3);
      expect(used.map((name) => name.replace(/_(bucket|count)$/, '')).filter((name) => !names.has(name))).toEqual([]);
    }
  });

  it('name them by the conventions of Prometheus', async () => {
    const lines = (await Promise.all([textOf('portal'), textOf('engine'), textOf('edge')])).join('').split('\n');
    const types = lines.flatMap((line) => /^# TYPE (\w+) (\w+)$/.exec(line)?.slice(1, 3) ?? []);
    const pairs = Array.from(
      { length: types.length / 2 },
      (_, n) => [types[2 * n] ?? '', types[2 * n + 1] ?? ''] as const,
    );
    expect(pairs.filter(([name, kind]) => (kind === 'counter') !== name.endsWith('_total'))).toEqual([]);
    expect(pairs.filter(([name]) => /_(ms|milliseconds|percent|kb|count|sum|bucket)(_|$)/.test(name))).toEqual([]);
    expect(pairs.filter(([name]) => !lines.some((line) => line.startsWith(`# HELP ${name} `)))).toEqual([]);
  });

  it.each(['portal', 'engine', 'edge'] as const)('refuse whom the token of %s is unknown to', async (name) => {
    const wrong = await metricsAt(processes.ports[name], { authorization: 'Bearer a token of somebody else' });
    expect([wrong.status, await wrong.text()]).toEqual([401, '']);
    expect((await metricsAt(processes.ports[name])).status).toBe(401);
  });

  it('have nothing else on these ports', async () => {
    const at = `http://127.0.0.1:${String(processes.ports.portal)}`;
    expect((await fetch(`${at}/api`, { headers: bearer })).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: 'POST', headers: bearer })).status).toBe(405);
  });
});

it('runs without metrics where the port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const { port } = other.address() as AddressInfo;
  const problems: unknown[] = [];
  const at = { port, host: '127.0.0.1', token: undefined };
  expect(await serveMetrics({ at, metrics: () => [], failed: (error) => problems.push(error) })).toBeUndefined();
  expect(String(problems[0])).toContain(`METRICS_PORT: no metrics are served on port ${String(port)}.`);
  other.close();
});

it('counts up the ports of the processes of npm start', () => {
  const metrics = { port: 9464, host: '127.0.0.1', token: undefined };
  const ports = (engineUrl: string | undefined) =>
    metricsPorts({
      metrics,
      engines: engineUrl === undefined ? undefined : parseEngines(engineUrl),
      deliveryWorkers: 2,
    }).map(({ program, port }) => [program, port]);
  const delivery = [
    ['delivery', 9466],
    ['delivery', 9467],
  ];
  expect(ports(undefined)).toEqual([['portal', 9464], ['engine', 9465], ...delivery]);
  expect(ports('http://engine:8700')).toEqual([['portal', 9464], ...delivery]);
  expect(metricsPorts({ metrics: undefined, engines: undefined, deliveryWorkers: 2 })).toEqual([]);
});

it('writes metrics in the text format', () => {
  const durations = createHistogram('d_seconds', 'How long.', [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) durations.observe({ route: '/a' }, value);
  const labels = { name: 'a "b"\\\n' };
  expect(
    metricsText([gauge('a', 'A.', 1.5), counter('b_total', 'B\nC.', [{ labels, value: 2 }]), durations.metric()]),
  ).toBe(
    `# HELP a A.
# TYPE a gauge
a 1.5
# HELP b_total B\\nC.
# TYPE b_total counter
b_total{name="a \\"b\\"\\\\\\n"} 2
# HELP d_seconds How long.
# TYPE d_seconds histogram
d_seconds_bucket{route="/a",le="0.1"} 2
d_seconds_bucket{route="/a",le="1"} 3
d_seconds_bucket{route="/a",le="+Inf"} 4
d_seconds_sum{route="/a"} 7.65
d_seconds_count{route="/a"} 4
`,
  );
});
