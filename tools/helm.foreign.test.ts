import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { readAs } from './testing/program-settings.ts';

/*
 * The chart as helm renders it, with kubernetes-validate (PyPI) against the schemas of Kubernetes. Custom resources
 * (PodMonitor, PrometheusRule) have no schema there.
 */

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const helm = isThere('helm', 'version');
const validator = isThere('kubernetes-validate', '--version');
const project = join(import.meta.dirname, '..');
const chart = join(project, 'ops/helm/skywave');
/** A helm that Go installed would take itself for one of Kubernetes 1.20. */
const kubernetes = ['--kube-version', '1.32.0'];
const folder = mkdtempSync(join(tmpdir(), 'chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Labels = Record<string, string>;
type EnvVar = { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string; optional: boolean } } };
type Container = {
  args: string[];
  env: EnvVar[];
  ports: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: { readOnlyRootFilesystem: boolean };
};
type Workload = {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels };
      spec: { containers: Container[]; volumes: { name: string }[]; securityContext: { runAsUser: number } };
    };
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
};
type Service = {
  kind: 'Service';
  metadata: { name: string };
  spec: { selector: Labels; ports: { port: number; targetPort: string }[] };
};
type Manifest = Workload | Service;

const isWorkload = (one: Manifest): one is Workload => ['Deployment', 'StatefulSet'].includes(one.kind);
const isService = (one: Manifest): one is Service => one.kind === 'Service';
const fits = (labels: Labels, selector: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

/** What the operator's Secret may contain. */
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgres://skywave:secret@db/skywave',
  DATABASE_DIRECT_URL: 'postgres://skywave:secret@db:5433/skywave',
  CLICKHOUSE_URL: 'http://skywave:secret@clickhouse:8123/skywave',
  ENGINE_TOKEN: 'a token of the engine',
  METRICS_TOKEN: 'a token of Prometheus',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  SMTP_URL: 'smtps://mail.example',
  ADMIN_PASSWORD: 'not easy to guess 42',
  OIDC_ADMIN_CLIENT_SECRET: 'secret',
};

const examples = ['values', 'small', 'large', 'existing-claim'];
const valuesOf = (example: string): string[] => [
  ...kubernetes,
  ...(example === 'values' ? [] : ['--values', join(project, 'ops/helm/examples', `${example}.yaml`)]),
];
const render = (example: string) =>
  spawnSync('helm', ['template', 'radio', chart, '--namespace', 'air', ...valuesOf(example)], { encoding: 'utf8' });

describe.skipIf(!helm).each(examples)('helm with the values of %s', (example) => {
  let text: string;
  let manifests: Manifest[];
  let workloads: Workload[];
  let pem: { cert: string; key: string };

  beforeAll(() => {
    const { cert, key } = makeCertificate(folder);
    pem = { cert: cert.toString(), key: key.toString() };
    const rendered = render(example);
    expect([rendered.status, rendered.stderr.replaceAll(/.*symbolic link.*\n/g, '')]).toEqual([0, '']);
    text = rendered.stdout;
    manifests = parseAllDocuments(text).map((one) => one.toJS() as Manifest);
    workloads = manifests.filter(isWorkload);
  });

  it('finds nothing wrong with the chart', () => {
    const { status, stdout } = spawnSync('helm', ['lint', '--strict', chart, ...valuesOf(example)], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it('starts each program with settings that it reads and accepts', () => {
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      ['delivery', 'edge', 'engine', 'portal', 'worker'].map((part) => `radio-${part}`),
    );
    for (const { spec } of workloads)
      for (const { args, env } of spec.template.spec.containers) {
        const names = env.map(({ name }) => name);
        expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
        const needed = env.flatMap(({ valueFrom }) =>
          valueFrom?.secretKeyRef.optional === false ? [valueFrom.secretKeyRef.key] : [],
        );
        expect(needed.filter((key) => !(key in secrets))).toEqual([]);
        const given = env.flatMap(({ name, value, valueFrom }) => {
          const key = valueFrom?.secretKeyRef.key ?? '';
          const found =
            value ?? (key.startsWith('OIDC_') && !names.includes('OIDC_ADMIN_CLIENT_ID') ? undefined : secrets[key]);
          return found === undefined ? [] : [[name, found] as const];
        });
        readAs(args[0] ?? '', Object.fromEntries(given), pem);
      }
  });

  it('lets services lead to pods that listen there', () => {
    const services = manifests.filter(isService);
    expect(services.length).toBe(5);
    for (const { spec } of services) {
      const pods = workloads.filter(({ spec: { template } }) => fits(template.metadata.labels, spec.selector));
      expect(pods.length).toBe(1);
      const named = pods[0]?.spec.template.spec.containers.flatMap(({ ports }) => ports.map(({ name }) => name)) ?? [];
      for (const { targetPort } of spec.ports) expect(named).toContain(targetPort);
    }
    const engine = services.find(({ metadata }) => metadata.name === 'radio-engine');
    const [control, bus] = (engine?.spec.ports ?? []).map(({ port }) => String(port));
    const hosts =
      example === 'large'
        ? [0, 1, 2].map((at) => `radio-engine-${String(at)}.radio-engine.air.svc`)
        : ['radio-engine.air.svc'];
    const named = hosts.map((host, at) => `engine-${String(at)}@http://${host}:${control}`).join(',');
    expect(text).toContain(hosts.length === 1 ? `'http://${hosts[0]}:${control}'` : `'${named}'`);
    expect(text).toContain(`'${hosts.map((host) => `https://${host}:${bus}`).join(' ')}'`);
  });

  it('gives pods the volumes that they mount, and no root', () => {
    for (const { spec } of workloads) {
      const { containers, volumes, securityContext } = spec.template.spec;
      const claimed = spec.volumeClaimTemplates?.map(({ metadata }) => metadata.name) ?? [];
      const known = [...volumes.map(({ name }) => name), ...claimed];
      for (const { volumeMounts, securityContext: own } of containers) {
        expect(volumeMounts.filter(({ name }) => !known.includes(name))).toEqual([]);
        expect(own.readOnlyRootFilesystem).toBe(true);
      }
      expect(securityContext.runAsUser).toBe(10_001);
    }
  });
});

it.skipIf(!helm || !validator)('all that helm renders passes the schemas of Kubernetes', () => {
  const files = examples.map((example) => {
    const known = parseAllDocuments(render(example).stdout).filter((one) => !isCustom(one.get('apiVersion')));
    expect(known.length).toBeGreaterThan(12);
    const file = join(folder, `${example}.yaml`);
    writeFileSync(file, known.map(String).join('---\n'));
    return file;
  });
  const { status, stdout, stderr } = spawnSync('kubernetes-validate', ['--strict', ...files], { encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
});

const isCustom = (apiVersion: unknown): boolean => String(apiVersion).startsWith('monitoring.coreos.com');
