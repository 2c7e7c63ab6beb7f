import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { startEngineProcess, type EngineRig } from './testing/engine-rig.ts';
import { startIcecastRelay } from './testing/icecast-relay.ts';
import { missingPrograms, type Running } from './testing/programs.ts';

const lacking = missingPrograms(['icecast2']);
const named = lacking === '' ? '' : ` (no ${lacking} here)`;

describe.skipIf(lacking !== '')(`a stock Icecast that reports its listeners${named}`, { timeout: 60_000 }, () => {
  const secret = 'anInterestingSecret22x';
  let rig: EngineRig;
  let station: StationDesired;
  let relay: { port: number; running: Running };
  const listeners: StrictListener[] = [];

  beforeAll(async () => {
    rig = await startEngineProcess();
    chmodSync(rig.folder, 0o755);
    station = await rig.putStation({ relay_secret: secret });
    await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ plays');
    const authUrl = `http://127.0.0.1:${rig.port}/icecast/${secret}`;
    relay = await startIcecastRelay({ port: rig.port, mount: station.mount, authUrl }, rig.folder);
  }, 60_000);
  afterAll(async () => {
    for (const listener of listeners) listener.close();
    await relay?.running.end();
    await rig?.stop();
  });

  const counts = (count: number) => rig.until(station, ({ listeners: now }) => now === count, `${count} listeners`);
  const listen = async (agent: string): Promise<StrictListener> => {
    for (;;) {
      const headers = { 'User-Agent': agent };
      const listener = await listenStrictly({ port: relay.port, path: '/relayed', headers });
      listeners.push(listener);
      if (listener.reply.status.includes('200')) return listener;
      await new Promise((done) => setTimeout(done, 200));
    }
  };

  it('is not a listener itself, while its listeners are counted', async () => {
    const first = await listen('Player One');
    await counts(1);
    await listen('Player Two');
    await counts(2);
    await first.receive(32_000);
    const sessions = await rig.sessions(station);
    expect(sessions.map(({ user_agent, ip, output }) => ({ user_agent, ip, output }))).toEqual([
      { user_agent: 'Player One', ip: '127.0.0.1', output: 'relay' },
      { user_agent: 'Player Two', ip: '127.0.0.1', output: 'relay' },
    ]);
    first.close();
    await counts(1);
  });

  it('refuses listeners above the station’s limit', async () => {
    station = await rig.putStation({
      ...station,
      revision: station.revision + 1,
      limits: { ...station.limits, listeners: 1 },
    });
    const refused = await listenStrictly({ port: relay.port, path: '/relayed' });
    expect(refused.reply.status).toContain('401');
    expect(await rig.sessions(station)).toHaveLength(1);
  });

  it('has no listeners after it was killed', async () => {
    await relay.running.end('SIGKILL');
    await counts(0);
  });
});
