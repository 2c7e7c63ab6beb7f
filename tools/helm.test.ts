import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { engineSettings, portalSettings } from './testing/program-settings.ts';

/* The chart as far as it can be judged without helm; `helm.foreign.test.ts` renders it. */

const project = join(import.meta.dirname, '..');
const chart = join(project, 'ops/helm/skywave');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

type Values = {
  settings?: object;
  secretSettings?: string[];
  engine?: { settings?: object };
  edge?: { settings?: object };
};
const values = parse(read('ops/helm/skywave/values.yaml')) as Values;
const examples = globSync('ops/helm/examples/*.yaml', { cwd: project }).map(
  (file) => [file, parse(read(file)) as Values] as const,
);
const templates = globSync('templates/*', { cwd: chart })
  .map((file) => readFileSync(join(chart, file), 'utf8'))
  .join('\n');

/** Whose keys are the operator's own: names of settings, labels, annotations. */
const open = new Set(['settings', 'annotations', 'nodeSelector', 'resources', 'tolerations', 'pullSecrets']);

const unknownKeys = (given: object, known: object, path = ''): string[] =>
  Object.entries(given).flatMap(([key, value]) => {
    if (!(key in known)) return [`${path}${key}`];
    const isOpen = open.has(key) || typeof value !== 'object' || value === null;
    return isOpen ? [] : unknownKeys(value as object, (known as Record<string, object>)[key] ?? {}, `${path}${key}.`);
  });

describe('the chart', () => {
  it('is of the version of the product', () => {
    const { appVersion } = parse(read('ops/helm/skywave/Chart.yaml')) as { appVersion: string };
    expect(appVersion).toBe((JSON.parse(read('package.json')) as { version: string }).version);
  });

  it('sets only what the programs read', () => {
    const known = new Set([...portalSettings, ...engineSettings, 'NODE_EXTRA_CA_CERTS']);
    const set = [...templates.matchAll(/\bname: ([A-Z\d_]{4,})\b|"name" "([A-Z_]+)"/g)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    expect(set.length).toBeGreaterThan(12);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    for (const [, { settings, secretSettings, engine, edge }] of [['values.yaml', values] as const, ...examples]) {
      const portal = [...Object.keys(settings ?? {}), ...(secretSettings ?? [])];
      expect(portal.filter((name) => !portalSettings.includes(name))).toEqual([]);
      const streams = [engine, edge].flatMap((part) => Object.keys(part?.settings ?? {}));
      expect(streams.filter((name) => !engineSettings.includes(name))).toEqual([]);
    }
  });

  it('probes what the programs answer, at ports where they listen', () => {
    const probed = [...templates.matchAll(/Probe: \{ (?:httpGet: \{ path: (\/\w+), )?(?:tcpSocket: \{ )?port: (\w+)/g)];
    expect(probed.length).toBe(9);
    const answered = read('server/kernel/http/health.ts') + read('streaming/control/routes.ts').replaceAll('\\', '');
    const paths = probed.map(([, path]) => path).filter((path) => path !== undefined);
    expect(paths.filter((path) => !answered.includes(path))).toEqual([]);
    const ports = new Set([...templates.matchAll(/- \{ name: (\w+), containerPort: /g)].map(([, name]) => name));
    expect(probed.filter(([, , port]) => !ports.has(port))).toEqual([]);
  });

  it('is given only values that it has, by its examples', () => {
    expect(examples.length).toBe(3);
    expect(examples.flatMap(([file, given]) => unknownKeys(given, values).map((key) => `${file}: ${key}`))).toEqual([]);
  });

  it('takes the rules of ops for Prometheus', () => {
    for (const name of ['alerts.yml', 'slo.yml'])
      expect(readFileSync(join(chart, 'files', name), 'utf8')).toBe(read(`ops/${name}`));
  });
});
