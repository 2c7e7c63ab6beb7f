import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineLogUsage } from '#contract/engine-log.ts';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import type { Log } from '#streaming/base/log.ts';
import { hourMs } from '#contract/time.ts';
import { createDiskQuota, type Disk } from './disk-quota.ts';
import { openStationLog, type StationLog } from './station-log.ts';

export type Recorder = {
  /** The source on the air changed. */
  source(station: string, source: string): void;
  /** A station's log, once the disk has been read; undefined if there is none. */
  find(station: string): Promise<StationLog | undefined>;
  /** Why nothing is recorded. */
  full(): 'disk' | 'quota' | undefined;
  usage(): Promise<EngineLogUsage>;
  /** Removes all recordings of a station. */
  clear(station: string): Promise<void>;
  /** Writes, syncs and cleans up now, as the timer does every second and every ten. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export type RecorderOptions = {
  bus: Bus;
  /** One folder for each station. */
  folder: string;
  /** Limit of all logs together, bytes. */
  maxBytes: number;
  disk(): Promise<Disk>;
  log: Log;
  segmentMs?: number;
  now?: () => number;
};

const syncMs = 1000;
/** Interval of the cleanup, in syncs. */
const cleanUpEvery = 10;
/** A station whose disk failed is retried after this time, ms. */
const retryMs = 10_000;

/**
 * Records the output of every station with the logger on, as the frames that listeners get. Audio is written as it
 * arrives and synced once a second, at most two files of all stations at a time, so that the Auto DJ can keep reading.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { folder, log, segmentMs = hourMs, now = Date.now } = options;
  const quota = createDiskQuota(options.disk, log);
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

  const failed = (error: unknown): void => log.warn({ err: error }, 'the recorder continues after an error');
  const full = (): 'disk' | 'quota' | undefined => quota.full ?? (isOverQuota ? 'quota' : undefined);
  const bytes = (): number => [...logs.values()].reduce((sum, one) => sum + one.bytes(), 0);

  function open(station: string): Promise<StationLog> {
    const existing = opening.get(station);
    if (existing) return existing;
    const opened = openStationLog({ folder: join(folder, station), pieceMs: segmentMs, now, failed }).then((one) => {
      logs.set(station, one);
      return one;
    });
    opening.set(station, opened);
    opened.catch(() => opening.delete(station));
    return opened;
  }

  async function applyHead(head: StationHead): Promise<void> {
    const settings = head.log;
    if (!settings?.recording && !opening.has(head.station)) return;
    if (settings) await mkdir(join(folder, head.station), { recursive: true, mode: 0o700 });
    const one = await open(head.station);
    const newest = heads.get(head.station);
    if (newest !== head) return;
    // All of the head is applied before the first await: audio may arrive while old audio is being deleted.
    if (!settings?.recording || !head.running) one.recording.cut();
    one.recording.format(head.format);
    one.recording.title(titles.get(head.station) ?? '');
    one.recording.source(sources.get(head.station) ?? '');
    one.isWanted = settings?.recording === true;
    if (settings) await one.setRetention({ days: settings.days, max_bytes: settings.max_bytes });
  }

  function receive(message: BusMessage): void {
    switch (message.type) {
      case 'head':
        heads.set(message.head.station, message.head);
        void applyHead(message.head).catch(failed);
        return;
      case 'title':
        titles.set(message.station, message.title);
        return logs.get(message.station)?.recording.title(message.title);
      case 'batch':
        return receiveBatch(message);
      case 'drop':
        return logs.get(message.station)?.recording.cut();
      case 'break':
      case 'resume':
        return;
      case 'gone':
        return stopRecording(message.station);
    }
  }

  function receiveBatch({ batch }: Extract<BusMessage, { type: 'batch' }>): void {
    const one = logs.get(batch.station);
    if (!one?.isWanted || full()) return;
    if (one.failedAt !== undefined && now() - one.failedAt < retryMs) return;
    one.failedAt = undefined;
    one.recording.batch(batch);
    if (isWriting) return;
    isWriting = true;
    void enqueue(writeAll);
  }

  /** Writes and renames files one at a time. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    writes = writes.then(work).catch(failed);
    return writes;
  }

  /** Its segments stay until they expire or the log is cleared. */
  function stopRecording(station: string): void {
    heads.delete(station);
    titles.delete(station);
    sources.delete(station);
    const one = logs.get(station);
    if (!one) return;
    one.isWanted = false;
    one.recording.cut();
  }

  /** One station after the other; audio that arrives meanwhile is written in the next round. */
  async function writeAll(): Promise<void> {
    isWriting = false;
    for (const one of logs.values()) await one.recording.write();
  }

  async function syncAll(): Promise<void> {
    for (const one of logs.values()) {
      one.recording.check();
      await one.recording.sync();
    }
    if (rounds++ % cleanUpEvery === 0) await cleanUp();
  }

  async function cleanUp(): Promise<void> {
    await quota.check();
    if (full()) for (const one of logs.values()) one.recording.cut();
    await enqueue(writeAll);
    for (const one of logs.values()) await one.applyRetention(now());
    await shrink();
  }

  /** Deletes the oldest audio of all stations while they exceed the total limit. */
  async function shrink(): Promise<void> {
    while (bytes() > options.maxBytes) {
      const start = (one: StationLog): number => one.retained.segments[0]?.start ?? Infinity;
      const oldest = [...logs.values()].toSorted((a, b) => start(a) - start(b))[0];
      if (!oldest || start(oldest) === Infinity) break;
      await oldest.retained.dropOldest();
    }
    isOverQuota = bytes() >= options.maxBytes;
  }

  const readAll = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const station of await readdir(folder)) if (/^s-\w+$/.test(station)) await open(station);
  };
  const ready = readAll().catch(failed);
  const unsubscribe = options.bus.subscribe(receive);
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
      await quota.check();
      const { maxBytes } = options;
      const stations = [...logs.values()].filter((one) => one.bytes() > 0).length;
      return {
        bytes: bytes(),
        max_bytes: Number.isFinite(maxBytes) ? maxBytes : null,
        free_bytes: quota.free,
        stations,
      };
    },
    async clear(station) {
      await ready;
      const one = await opening.get(station);
      if (!one) return;
      logs.delete(station);
      await syncing;
      await enqueue(async () => {
        await one.recording.end();
        await one.retained.clear();
      });
      opening.delete(station);
      const head = heads.get(station);
      if (head) await applyHead(head);
    },
    async flush() {
      await ready;
      await syncing;
      await enqueue(writeAll);
      await cleanUp();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(timer);
      unsubscribe();
      await ready;
      await syncing;
      for (const one of logs.values()) await enqueue(one.recording.end);
    },
  };
}
