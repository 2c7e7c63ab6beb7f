import type { AirControl } from '#contract/engine/engine-air.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { notifySongRequests } from '#server/platform/song-request-hub.ts';
import { nextState } from './next-state.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'log'>;
type Listener = { connected(): void; state(state: StationState): void; lost(): void };

/**
 * Follows the engine's queues, and writes down which requests play, have played or were removed. Several portals may do
 * so at once. `stop` resolves when nothing is being written.
 */
export const watchSongRequests = (
  deps: Deps,
  engine: { subscribe(listener: Listener): void },
): { stop(): Promise<void> } => {
  const lastSeen = new Map<StationKey, string>();
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;
  const write = async (state: StationState): Promise<void> => {
    if (!isStopped) await writeDown(deps, state);
  };
  engine.subscribe({
    connected: () => lastSeen.clear(),
    lost: () => undefined,
    state(state) {
      const seen = summaryOf(state);
      if (seen === undefined || seen === (lastSeen.get(state.key) ?? nothing)) return;
      lastSeen.set(state.key, seen);
      writing = writing
        .then(() => write(state))
        .catch((error: unknown) => {
          lastSeen.delete(state.key);
          deps.log.warn({ station: state.key, error: String(error) }, 'could not update song requests');
        });
    },
  });
  return {
    stop: async () => {
      isStopped = true;
      await writing;
    },
  };
};

const nothing = JSON.stringify([[], null, undefined]);

/** What of a state concerns requests; undefined from engines that don't say it. */
const summaryOf = ({ air, source }: StationState): string | undefined => {
  if (air?.started === undefined) return undefined;
  const playing = source === 'autodj' ? (air.playing ?? null) : null;
  return JSON.stringify([air.queue.map(({ id }) => id), playing, air.started.at(-1)?.id]);
};

const writeDown = async ({ db, clock, events }: Deps, { key, air, source }: StationState): Promise<void> => {
  if (!air) return;
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('song_requests')
      .select(['id', 'state', 'decided', 'played'])
      .where('station_key', '=', key)
      .where('state', 'in', ['approved', 'playing'])
      .forUpdate()
      .execute();
    const heard: AirControl = source === 'autodj' ? air : { ...air, playing: null };
    const changed: string[] = [];
    for (const row of rows) {
      const to = nextState(row, heard, clock.now());
      if (!to) continue;
      await tx.updateTable('song_requests').set(to).where('id', '=', row.id).execute();
      changed.push(row.id);
    }
    await notifySongRequests(events, tx, key, changed);
  });
};
