import * as z from 'zod/mini';
import { AutoDjItem, type StationDesired } from '#contract/engine/engine.ts';
import {
  By,
  queueAtMost,
  StartedRequest,
  stoppedMinutes,
  type AirControl,
  type QueueTrack,
} from '#contract/engine/engine-air.ts';

const QueuedItem = z.object({ id: z.string(), by: By, item: AutoDjItem });
export type QueuedItem = z.infer<typeof QueuedItem>;

/** What is on disk of a station's manual control. */
export const SavedControl = z.object({
  key: z.string(),
  queue: z.array(QueuedItem),
  /** The queue's track that is on the air. */
  playing: z.nullable(QueuedItem),
  /** The latest requests that went on the air, so that a portal that was away learns of them too. */
  started: z._default(z.array(StartedRequest), []),
  /** The latest requests, so that a repeated one is recognized. */
  ids: z.array(z.string()),
  stop: z.nullable(z.object({ by: By, track: z.string(), since: z.nullable(z.number()) })),
  barred_until: z.nullable(z.number()),
  barred_presenters: z._default(z.array(z.object({ id: z.string(), until: z.number() })), []),
});
export type SavedControl = z.infer<typeof SavedControl>;

/** What people did by hand on a station. It outlives the Auto DJ, which is opened again with every change of format. */
export type ManualControl = {
  /** The queue, first to play first. */
  waiting(): readonly QueuedItem[];
  /** The queue's track that is on the air, if it has this key. */
  playing(key: string): QueuedItem | undefined;
  /** Queues a track, once per request; false if the queue is full. */
  add(request: QueueTrack): boolean;
  remove(id: string): void;
  /** A track starts: one of the queue leaves it. */
  started(id: string | undefined): void;
  /** Updates the queued tracks to those of the station's lists, which may have another file or title. */
  refresh(autodj: StationDesired['autodj']): void;
  /** Whether the Auto DJ is to stop after its track (`since` null), or since when it has stopped. */
  stop(): SavedControl['stop'];
  setStop(stop: SavedControl['stop']): void;
  /** The track that was to be the last one has ended. */
  halt(): void;
  /** Whether it has stopped; after some minutes it continues. */
  isHalted(): boolean;
  /** Until when the encoder is refused, ms since the epoch. */
  barredUntil(): number | null;
  /** Refuses the encoder until then; null: no longer. */
  barEncoder(until: number | null): void;
  /** Until when this presenter is refused. */
  presenterBarredUntil(id: string): number | null;
  /** Refuses a presenter until then; null: no longer. */
  barPresenter(id: string, until: number | null): void;
  state(): Omit<AirControl, 'refused'>;
  /** Resolves when every change so far is on disk. */
  saved(): Promise<void>;
};

const rememberedIds = 200;
const rememberedStarts = 20;
const stoppedMs = stoppedMinutes * 60_000;

/** Creates a station's manual control from what is on disk; `save` stores every change. */
export const createManualControl = (
  key: string,
  from: SavedControl | undefined,
  save: (saved: SavedControl) => Promise<void> = () => Promise.resolve(),
): ManualControl => {
  const current: SavedControl = structuredClone(from) ?? {
    ...{ key, queue: [], playing: null, ids: [], started: [], stop: null, barred_until: null, barred_presenters: [] },
  };
  let saving = Promise.resolve();

  const change = (apply: () => void): void => {
    apply();
    saving = save(structuredClone(current));
    // Only those who wait for it need to know; the store reports errors.
    saving.catch(() => undefined);
  };

  const barredUntil = (): number | null =>
    current.barred_until !== null && current.barred_until > Date.now() ? current.barred_until : null;

  const barredPresenters = (): SavedControl['barred_presenters'] =>
    current.barred_presenters.filter(({ until }) => until > Date.now());

  return {
    waiting: () => current.queue,
    playing: (track) => (current.playing?.item.key === track ? current.playing : undefined),
    add({ id, by, item, place }) {
      if (current.ids.includes(id)) return true;
      if (current.queue.length >= queueAtMost) return false;
      change(() => {
        current.ids = [...current.ids.slice(1 - rememberedIds), id];
        const queued = { id, by, item };
        current.queue = place === 'next' ? [queued, ...current.queue] : [...current.queue, queued];
      });
      return true;
    },
    remove(id) {
      if (!current.queue.some((one) => one.id === id)) return;
      change(() => (current.queue = current.queue.filter((one) => one.id !== id)));
    },
    started(id) {
      if (current.playing?.id === id) return;
      change(() => {
        current.playing = current.queue.find((one) => one.id === id) ?? null;
        if (current.playing && id !== undefined)
          current.started = [...current.started.slice(1 - rememberedStarts), { id, at: Date.now() }];
        current.queue = current.queue.filter((one) => one.id !== id);
      });
    },
    refresh(autodj) {
      if (current.queue.length === 0) return;
      const listed = [...autodj.items, ...(autodj.others ?? []), ...(autodj.jingles ?? [])];
      const byKey = new Map<string, AutoDjItem>(listed.map((item) => [item.key, item]));
      current.queue = current.queue.map((one) => ({ ...one, item: byKey.get(one.item.key) ?? one.item }));
    },
    stop: () => current.stop,
    setStop(stop) {
      if (stop !== current.stop) change(() => (current.stop = stop));
    },
    halt() {
      const { stop } = current;
      if (stop) change(() => (current.stop = { ...stop, since: Date.now() }));
    },
    isHalted() {
      const since = current.stop?.since ?? null;
      if (since === null) return false;
      if (Date.now() - since < stoppedMs) return true;
      change(() => (current.stop = null));
      return false;
    },
    barredUntil,
    barEncoder(until) {
      if (until !== current.barred_until) change(() => (current.barred_until = until));
    },
    presenterBarredUntil: (id) => barredPresenters().find((one) => one.id === id)?.until ?? null,
    barPresenter(id, until) {
      const others = barredPresenters().filter((one) => one.id !== id);
      if (until === null && others.length === current.barred_presenters.length) return;
      change(() => (current.barred_presenters = until === null ? others : [...others, { id, until }]));
    },
    state() {
      const queue = current.queue.map(({ id, by, item: { key: track, title, artist, duration_ms } }) => ({
        ...{ id, key: track, title, artist, duration_ms, by },
      }));
      const stop = current.stop && { by: current.stop.by, since: current.stop.since };
      const { playing, started } = current;
      const requests = { queue, playing: playing?.id ?? null, started };
      return { ...requests, stop, barred_until: barredUntil(), barred_presenters: barredPresenters() };
    },
    saved: () => saving,
  };
};
