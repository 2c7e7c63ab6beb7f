import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StationState } from '#contract/engine/engine.ts';
import { startAlertRig } from './testing/alert-rig.ts';
import { watchStations, type Engine } from './watch-stations.ts';

let rig: Awaited<ReturnType<typeof startAlertRig>>;
beforeAll(async () => {
  rig = await startAlertRig();
  await rig.setUp();
  await rig.at().watch.stop();
});
afterAll(() => rig.close());

type Listener = Parameters<Engine['subscribe']>[0];

/** Another portal on the same database, connected to the engine. */
const openPortal = () => {
  const at: { listener?: Listener } = {};
  const watch = watchStations(rig.portal.kernel, { subscribe: (one) => void (at.listener = one) }, 50);
  const listener = at.listener as Listener;
  listener.connected();
  const status = 'active';
  listener.state({ key: rig.at().key, status, source: 'live', source_since: rig.now().getTime() } as StationState);
  return { watch, listener };
};

it('a portal that has lost the engine reports no station while another still reaches it', async () => {
  const one = openPortal();
  const other = openPortal();
  try {
    one.listener.lost();
    other.listener.lost();
    other.listener.connected();
    rig.skip(60);
    // Longer than it takes the other portal to ask for its turn.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    expect(await rig.alerts()).toEqual([]);
    const since = rig.now();
    other.listener.lost();
    rig.skip(60);
    await vi.waitFor(
      async () => expect(await rig.alerts()).toMatchObject([{ kind: 'offline', ended: null, count: 1 }]),
      { timeout: 30_000, interval: 200 },
    );
    const [alert] = await rig.alerts();
    // As the one that reported it has known it.
    expect([since, new Date(since.getTime() - 60_000)].map((at) => at.toISOString())).toContain(alert?.began);
  } finally {
    await Promise.all([one.watch.stop(), other.watch.stop()]);
  }
});
