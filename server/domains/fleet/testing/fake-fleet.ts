import { expect } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { testEngine } from '#server/testing/engine.ts';
import { testPortal } from '#server/testing/portal.ts';
import { startFleetController } from '../fleet-controller.work.ts';

export const names: readonly string[] = ['one', 'two', 'three'];

/** A portal with three engines that are fakes, and the process that places stations once `control` was called. */
export const fakeFleet = async () => {
  const engines = await Promise.all(names.map(() => testEngine('control')));
  const away = new Set<number>();
  const portal = await testPortal({
    config: { engines: names.map((id, at) => ({ id, url: engines[at]!.url })), engineToken: 'control' },
  });
  const account = await portal.make.account();
  portal.engine.start();
  // Before there are stations: those that exist when a portal first has several engines are all the first engine's.
  await portal.kernel.fleet.ready();
  await Promise.all(engines.map(({ followed }) => followed()));
  let controller: { stop(): Promise<void> } | undefined;

  /** Which engines have each station. */
  const places = (keys: readonly StationKey[]): string[] =>
    keys.map((key) => names.filter((_, at) => engines[at]!.stations.has(key)).join(' '));
  return {
    ...{ engines, portal, account, places },
    control(): void {
      const { moved, positionOf } = portal.engine;
      controller = startFleetController({ ...portal.kernel, moved, positionOf });
    },
    async makeStations(count: number): Promise<StationKey[]> {
      const keys: StationKey[] = [];
      for (let at = 0; at < count; at += 1) keys.push(await portal.make.station(account));
      await portal.drain();
      await expect.poll(() => places(keys).every((place) => names.includes(place))).toBe(true);
      return keys;
    },
    async placements(): Promise<Map<StationKey, { node: string; epoch: number }>> {
      const rows = await portal.kernel.db.selectFrom('placements').selectAll().execute();
      return new Map(rows.map(({ station_key, node_id, epoch }) => [station_key, { node: node_id, epoch }]));
    },
    /** Gives each engine the same number: where new stations are placed depends on their keys. */
    async share(keys: readonly StationKey[]): Promise<void> {
      for (const [at, key] of keys.entries())
        await portal.kernel.db
          .updateTable('placements')
          .set({ node_id: names[at % names.length]! })
          .where('station_key', '=', key)
          .execute();
      const placed = async (): Promise<string[]> => {
        await portal.engine.sync();
        return places(keys);
      };
      await expect.poll(placed).toEqual(keys.map((_, at) => names[at % names.length]));
    },
    async leave(at: number): Promise<void> {
      away.add(at);
      await engines[at]!.leave();
    },
    async comeBack(at: number): Promise<void> {
      away.delete(at);
      await engines[at]!.comeBack();
    },
    async close(): Promise<void> {
      await controller?.stop();
      await portal.close();
      for (const [at, engine] of engines.entries()) if (!away.has(at)) await engine.leave();
    },
  };
};
