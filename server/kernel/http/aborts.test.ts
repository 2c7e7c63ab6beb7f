import { once, type EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createServer } from './server.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

it('does not log an aborted request as an error, nor as a lost database', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(JSON.parse(line.toString()) as { level: number; msg: string });
        done();
      },
    }),
  );
  const app = createServer({ config: portal.kernel.config, log, wording: brand.wording });
  app.post('/things', () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  for (let i = 0; i < 3; i++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":',
    );
    await once(app.server, 'request');
    socket.resetAndDestroy();
  }
  await expect.poll(() => lines.length).toBe(3);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual(
    Array.from({ length: 3 }, () => [20, 'the client disconnected before sending the whole request']),
  );
  await app.close();
});

it('prints no stack when a client disconnects from the sign-in service', async () => {
  const printed = vi.spyOn(console, 'error');
  const embedded = await testPortal({ config: { embeddedIdentity: true } });
  const socket = connect(Number(new URL(embedded.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const received = once(embedded.app.server, 'request');
  socket.write(
    'POST /realms/skywave/protocol/openid-connect/token HTTP/1.1\r\nhost: x\r\n' +
      'content-type: application/x-www-form-urlencoded\r\ncontent-length: 99\r\n\r\ngrant_type=',
  );
  const [request] = (await received) as [EventEmitter];
  const closed = once(request, 'close').catch(() => undefined);
  socket.resetAndDestroy();
  await closed;
  await embedded.close();
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});
