import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineLogUsage } from '#contract/engine-log.ts';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import type { Log } from '#streaming/station/air.ts';
import { createRoom, type Disk } from './room.ts';
import { openStationLog, type StationLog } from './station-log.ts';

export type Recorder = {
  /** The source on the air changed. */
  source(station: string, source: string): void;
  /** A station's log, once what is on disk is known; undefined where there is none. */
  find(station: string): Promise<StationLog | undefined>;
  /** Why nothing is recorded. */
  full(): 'disk' | 'quota' | undefined;
  usage(): Promise<EngineLogUsage>;
  /** Removes everything that was recorded of a station. */
  clear(station: string): Promise<void>;
  /** Writes, syncs and tidies now, as it does by itself every second and every ten. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

export type RecorderOptions = {
  bus: Bus;
  /** One folder for each station. */
  folder: string;
  /** What all logs together may take, bytes. */
  maxBytes: number;
  disk(): Promise<Disk>;
  log: Log;
  pieceMs?: number;
  now?: () => number;
};

const hourMs = 3_600_000;
const syncMs = 1000;
/** How often it is looked at what is too old or too much, in syncs. */
const tidyEvery = 10;
/** A station whose disk refused is tried again after so long, ms. */
const againMs = 10_000;

/**
 * Records what goes out of every station that wants it, as the frames that listeners get. Sound is written as it comes
 * and synced once a second, at most two files of all stations at a time, so that the Auto DJ reads on beside it.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { folder, log, pieceMs = hourMs, now = Date.now } = options;
  const room = createRoom(options.disk, log);
  const logs = new Map<string, StationLog>();
  const opening = new Map<string, Promise<StationLog>>();
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, string>();
  const sources = new Map<string, string>();
  let isOverQuota = options.maxBytes <= 0;
  let isStopped = false;
  let isWriting = false;
  let writes = Promise.resolve();
  let syncing: Promise<void> | undefined;
  let rounds = 0;

  const failed = (error: unknown): void => log.warn({ err: error }, 'a recording goes on after a failure');
  const full = (): 'disk' | 'quota' | undefined => room.full ?? (isOverQuota ? 'quota' : undefined);
  const bytes = (): number => [...logs.values()].reduce((sum, one) => sum + one.bytes(), 0);

  function open(station: string): Promise<StationLog> {
    const known = opening.get(station);
    if (known) return known;
    const opened = openStationLog({ folder: join(folder, station), pieceMs, now, failed }).then((one) => {
      logs.set(station, one);
      return one;
    });
    opening.set(station, opened);
    opened.catch(() => opening.delete(station));
    return opened;
  }

  async function want(head: StationHead): Promise<void> {
    const wanted = head.log;
    if (!wanted?.recording && !opening.has(head.station)) return;
    if (wanted) await mkdir(join(folder, head.station), { recursive: true, mode: 0o700 });
    const one = await open(head.station);
    const newest = heads.get(head.station);
    if (newest !== head) return;
    // What is wanted is known with all that is told of it: sound may come while older sound is tidied away.
    if (!wanted?.recording || !head.running) one.recording.cut();
    one.recording.format(head.format);
    one.recording.title(titles.get(head.station) ?? '');
    one.recording.source(sources.get(head.station) ?? '');
    one.isWanted = wanted?.recording === true;
    if (wanted) await one.keep({ days: wanted.days, max_bytes: wanted.max_bytes });
  }

  function take(message: BusMessage): void {
    switch (message.type) {
      case 'head':
        heads.set(message.head.station, message.head);
        void want(message.head).catch(failed);
        return;
      case 'title':
        titles.set(message.station, message.title);
        return logs.get(message.station)?.recording.title(message.title);
      case 'batch':
        return takeBatch(message);
      case 'drop':
        return logs.get(message.station)?.recording.cut();
      case 'gone':
        return forget(message.station);
    }
  }

  function takeBatch({ batch }: Extract<BusMessage, { type: 'batch' }>): void {
    const one = logs.get(batch.station);
    if (!one?.isWanted || full()) return;
    if (one.failedAt !== undefined && now() - one.failedAt < againMs) return;
    one.failedAt = undefined;
    one.recording.batch(batch);
    if (isWriting) return;
    isWriting = true;
    void inTurn(writeAll);
  }

  /** Whatever writes or names files does so alone. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    writes = writes.then(work).catch(failed);
    return writes;
  }

  /** Its pieces stay until they are too old, or it is removed for good. */
  function forget(station: string): void {
    heads.delete(station);
    titles.delete(station);
    sources.delete(station);
    const one = logs.get(station);
    if (!one) return;
    one.isWanted = false;
    one.recording.cut();
  }

  /** One station after the other; what comes meanwhile is written by the next round. */
  async function writeAll(): Promise<void> {
    isWriting = false;
    for (const one of logs.values()) await one.recording.write();
  }

  async function syncAll(): Promise<void> {
    for (const one of logs.values()) {
      one.recording.check();
      await one.recording.sync();
    }
    if (rounds++ % tidyEvery === 0) await tidy();
  }

  async function tidy(): Promise<void> {
    await room.look();
    if (full()) for (const one of logs.values()) one.recording.cut();
    await inTurn(writeAll);
    for (const one of logs.values()) await one.age(now());
    await shrink();
  }

  /** The oldest of all stations goes first where all together are too much. */
  async function shrink(): Promise<void> {
    while (bytes() > options.maxBytes) {
      const start = (one: StationLog): number => one.shelf.pieces[0]?.start ?? Infinity;
      const oldest = [...logs.values()].toSorted((a, b) => start(a) - start(b))[0];
      if (!oldest || start(oldest) === Infinity) break;
      await oldest.shelf.dropOldest();
    }
    isOverQuota = bytes() >= options.maxBytes;
  }

  const readAll = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const station of await readdir(folder)) if (/^s-\w+$/.test(station)) await open(station);
  };
  const ready = readAll().catch(failed);
  const leave = options.bus.subscribe(take);
  const timer = setInterval(() => {
    syncing ??= ready
      .then(syncAll)
      .catch(failed)
      .finally(() => {
        syncing = undefined;
      });
  }, syncMs);

  return {
    full,
    source(station, source) {
      sources.set(station, source);
      logs.get(station)?.recording.source(source);
    },
    async find(station) {
      await ready;
      return await opening.get(station);
    },
    async usage() {
      await ready;
      await room.look();
      const { maxBytes } = options;
      const stations = [...logs.values()].filter((one) => one.bytes() > 0).length;
      return {
        bytes: bytes(),
        max_bytes: Number.isFinite(maxBytes) ? maxBytes : null,
        free_bytes: room.free,
        stations,
      };
    },
    async clear(station) {
      await ready;
      const one = await opening.get(station);
      if (!one) return;
      logs.delete(station);
      await syncing;
      await inTurn(async () => {
        await one.recording.end();
        await one.shelf.clear();
      });
      opening.delete(station);
      const head = heads.get(station);
      if (head) await want(head);
    },
    async settle() {
      await ready;
      await syncing;
      await inTurn(writeAll);
      await tidy();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(timer);
      leave();
      await ready;
      await syncing;
      for (const one of logs.values()) await inTurn(one.recording.end);
    },
  };
}
