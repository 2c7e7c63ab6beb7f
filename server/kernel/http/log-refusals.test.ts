import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logRefusals } from './log-refusals.ts';

const appWith = (now: () => number) => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const app = Fastify();
  logRefusals(app, log, now);
  app.get('/status/:code', (request, reply) => {
    request.personId = 'p-1';
    return reply.code(Number((request.params as { code: string }).code)).send('');
  });
  return { app, lines };
};

it('logs who was refused what, and from where, without the values in the URL', async () => {
  const { app, lines } = appWith(() => 0);
  for (const code of [200, 404, 401, 403, 429]) await app.inject(`/status/${String(code)}?token=secret`);
  expect(lines.map(({ status }) => status)).toEqual([401, 403, 429]);
  expect(lines[1]).toMatchObject({
    security: 'refused',
    method: 'GET',
    route: '/status/:code',
    person: 'p-1',
    address: '127.0.0.1',
  });
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('limits the lines per minute and logs how many were omitted', async () => {
  let now = 0;
  const { app, lines } = appWith(() => now);
  for (let call = 0; call < 310; call++) await app.inject('/status/403');
  expect(lines).toHaveLength(300);
  now = 60_000;
  await app.inject('/status/403');
  await app.inject('/status/403');
  expect(lines.slice(300).map(({ leftOut }) => leftOut)).toEqual([10, undefined]);
});
