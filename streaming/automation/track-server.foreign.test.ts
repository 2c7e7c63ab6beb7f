import { afterAll, beforeAll, expect, it } from 'vitest';
import { missingPrograms } from '#streaming/interop/testing/programs.ts';
import { startTrackServer, type TrackServer } from './track-server.ts';
import { startLiquidsoap } from './liquidsoap.ts';

let desk: TrackServer;
beforeAll(async () => {
  desk = await startTrackServer((error) => {
    throw error;
  });
});
afterAll(() => desk.stop());

const request = (path: string, token: string, init: RequestInit = {}) =>
  fetch(desk.url + path, { ...init, headers: { authorization: `Bearer ${token}` } });

it('exchanges paths with registered clients, and refuses others', async () => {
  const paths = ['/media/one.mp3', undefined];
  const began: string[] = [];
  const { token, leave } = desk.register({
    next: () => Promise.resolve(paths.shift()),
    started: (path) => began.push(path),
  });
  expect(await (await request('/next', token)).text()).toBe('/media/one.mp3');
  expect((await request('/next', token)).status).toBe(204);
  expect((await request('/began', token, { method: 'POST', body: '/media/one.mp3' })).status).toBe(204);
  expect(began).toEqual(['/media/one.mp3']);
  expect((await request('/began', token, { method: 'POST', body: 'x'.repeat(5000) })).status).toBe(413);
  expect((await request('/elsewhere', token)).status).toBe(404);
  expect((await request('/next', 'unregistered')).status).toBe(401);
  leave();
  expect((await request('/next', token)).status).toBe(401);
});

const lacking = missingPrograms(['liquidsoap']);
it.skipIf(lacking !== '')(
  `ends an orphaned Liquidsoap, as after the death of its engine${lacking && ` (no ${lacking} here)`}`,
  { timeout: 180_000 },
  async () => {
    const { token, leave } = desk.register({ next: () => Promise.resolve(undefined), started: () => undefined });
    const liquidsoap = startLiquidsoap({
      program: 'liquidsoap',
      trackServer: { url: desk.url, token },
      mix_ms: 0,
      level: false,
    });
    leave();
    await liquidsoap.ended;
  },
);
