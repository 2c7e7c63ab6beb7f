import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { readSettings, type Config } from '../config.ts';
import { createServer } from './server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits for a part that takes a minute to start, as on a busy machine', async () => {
  const log = pino({ level: 'silent' });
  const app = createServer({ config: readSettings({}) as unknown as Config, log, wording: brand.wording });
  const [begun, prepared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void app.register(async () => {
    begun.resolve();
    await prepared.promise;
  });
  const ready = app.ready();
  await begun.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  prepared.resolve();
  await ready;
  expect((await app.inject('/nowhere')).statusCode).toBe(404);
  await app.close();
});
