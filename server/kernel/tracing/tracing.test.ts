import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createEngineClient } from '#server/domains/playout/engine-client.ts';
import { openTelemetry } from './open-telemetry.ts';
import { startTracing } from './tracing.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Sent = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] };
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[] };

const project = join(import.meta.dirname, '../../..');
const wave = { company: 'Traced Radio', email: 'office@traced.test', country: 'GR' };

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

describe('traces', () => {
  const bodies: Body[] = [];
  const receiver = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(JSON.parse(text) as Body);
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const engine = createServer((_request, reply) => void reply.writeHead(204).end());
  let portal: TestPortal;
  let engineUrl: string;
  let spans: Sent[];

  beforeAll(async () => {
    engineUrl = await listen(engine);
    const tracing = openTelemetry({ endpoint: await listen(receiver), share: 1 }, 'portal');
    portal = await testPortal({ tracing, config: { engineUrl } });
    const client = await portal.as(await portal.make.person());
    const { key } = await client.ok(accounts.create, { body: wave });
    await client.ok(accounts.get, { params: { key } });
    await fetch(`${portal.url}/healthz`);
    const ran = Promise.withResolvers<void>();
    const options = { concurrency: 1, retries: 0, expireS: 60, givenUp: 'listed' } as const;
    await portal.kernel.jobs.work('trace-test', options, async () => {
      await sql`select 'a value' as of_a_job`.execute(portal.kernel.db);
      ran.resolve();
    });
    await portal.kernel.jobs.send('trace-test', {});
    await ran.promise;
    await createEngineClient({ url: engineUrl, token: 'token' }).restart('s1' as StationKey);
    // The portal's own question, in no request or job.
    await sql`select 'own' as of_nobody`.execute(portal.kernel.db);
    await portal.close();
    spans = bodies.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  });
  afterAll(() => {
    for (const server of [receiver, engine]) server.close();
  });

  const named = (name: string): Sent =>
    spans.find((span) => span.name === name) ??
    expect.fail(`${name} is not in ${spans.map((span) => span.name).join(', ')}`);
  const of = (span: Sent): Record<string, unknown> =>
    Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
  const below = ({ spanId, traceId }: Sent): Sent[] =>
    spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId);

  it('name the process', () => {
    const attributes = bodies[0]?.resourceSpans[0]?.resource.attributes ?? [];
    expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'skywave-portal' } });
  });

  it('contain requests with their statements, after the body was read too', () => {
    const created = named('POST /v1/accounts/');
    expect(of(created)).toMatchObject({ 'http.route': '/v1/accounts/', 'http.response.status_code': 201 });
    const texts = below(created).map((span) => String(of(span)['db.query.text']));
    expect(texts.some((text) => text.startsWith('insert into "accounts"'))).toBe(true);
    // Those that were sent through the pipeline have a name.
    expect(below(named('GET /v1/accounts/:key')).length).toBeGreaterThan(0);
  });

  it('contain jobs with their statements', () => {
    expect(below(named('job trace-test')).map((span) => of(span)['db.query.text'])).toEqual([
      "select 'a value' as of_a_job",
    ]);
  });

  it('contain calls to the engine', () => {
    expect(of(named('engine POST /stations/{key}/restart'))).toMatchObject({ 'http.response.status_code': 204 });
  });

  it('contain neither values, addresses and names of users nor what nobody asked for', () => {
    const text = JSON.stringify(bodies);
    for (const secret of [wave.company, wave.email, 'Bearer', 'of_nobody', '/healthz'])
      expect(text).not.toContain(secret);
  });
});

it('are not recorded without an endpoint', async () => {
  expect(await startTracing({ traces: undefined }, 'portal')).toBeUndefined();
});

it('loads nothing of OpenTelemetry unless it is used', () => {
  const files = globSync('{server,shared,contract,streaming}/**/*.ts', { cwd: project }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const naming = (what: RegExp): string[] =>
    files.filter((file) => what.test(readFileSync(join(project, file), 'utf8')));
  expect(naming(/from '@opentelemetry/)).toEqual(['server/kernel/tracing/open-telemetry.ts']);
  expect(naming(/from '.*open-telemetry\.ts'/)).toEqual([]);
  expect(naming(/await import\('.\/open-telemetry\.ts'\)/)).toEqual(['server/kernel/tracing/tracing.ts']);
});
