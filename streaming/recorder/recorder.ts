import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineLogUsage } from '#contract/engine/engine-log.ts';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import type { Log } from '#streaming/base/log.ts';
import { hourMs } from '#contract/rules/time.ts';
import type { Disk } from './disk-quota.ts';
import { createLogLimits } from './log-limits.ts';
import { createStationFacts } from './station-facts.ts';
import type { StationLog } from './station-log.ts';
import { createStationLogs } from './station-logs.ts';
import { createWorkQueue, repeatWork } from './work-queue.ts';

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
export const createRecorder = (options: RecorderOptions): Recorder => {
  const { folder, log, segmentMs = hourMs, now = Date.now } = options;
  const failed = (error: unknown): void => log.warn({ err: error }, 'the recorder continues after an error');
  const logs = createStationLogs({ folder, segmentMs, now, failed });
  const limits = createLogLimits({ ...options, logs });
  const facts = createStationFacts();
  /** Writes and renames files one at a time. */
  const queue = createWorkQueue(failed);
  /** One station after the other; audio that arrives meanwhile is written in the next round. */
  const writes = repeatWork(queue, async () => {
    for (const one of logs.all()) await one.recording.write();
  });
  const ready = logs.openAll().catch(failed);
  let isStopped = false;
  let syncing: Promise<void> | undefined;
  let rounds = 0;

  const applyHead = async (head: StationHead): Promise<void> => {
    const settings = head.log;
    if (!settings?.recording && !logs.find(head.station)) return;
    if (settings) await mkdir(join(folder, head.station), { recursive: true, mode: 0o700 });
    const one = await logs.open(head.station);
    if (facts.head(head.station) !== head) return;
    // All of the head is applied before the first await: audio may arrive while old audio is being deleted.
    if (!settings?.recording || !head.running) one.recording.cut();
    facts.describe(head.station, one.recording);
    one.isWanted = settings?.recording === true;
    if (settings) await one.setRetention({ days: settings.days, max_bytes: settings.max_bytes });
  };

  const receive = (message: BusMessage): void => {
    switch (message.type) {
      case 'head':
        facts.setHead(message.head);
        void applyHead(message.head).catch(failed);
        return;
      case 'title':
        facts.setTitle(message.station, message.title);
        return logs.get(message.station)?.recording.title(message.title);
      case 'batch':
        return receiveBatch(message);
      case 'drop':
        return logs.get(message.station)?.recording.cut();
      case 'break':
      case 'resume':
      case 'rest':
        return;
      case 'gone':
        facts.remove(message.station);
        // Its segments stay until they expire or the log is cleared.
        return stopRecording(logs.get(message.station));
    }
  };

  const receiveBatch = ({ batch }: Extract<BusMessage, { type: 'batch' }>): void => {
    const one = logs.get(batch.station);
    if (!one?.isWanted || limits.full()) return;
    if (one.failedAt !== undefined && now() - one.failedAt < retryMs) return;
    one.failedAt = undefined;
    one.recording.batch(batch);
    writes.soon();
  };

  const syncAll = async (): Promise<void> => {
    await ready;
    for (const one of logs.all()) {
      one.recording.check();
      await one.recording.sync();
    }
    if (rounds++ % cleanUpEvery === 0) await cleanUp();
  };

  const cleanUp = async (): Promise<void> => {
    await limits.check();
    if (limits.full()) for (const one of logs.all()) one.recording.cut();
    await writes.now();
    await limits.apply(now());
  };

  const unsubscribe = options.bus.subscribe(receive);
  const timer = setInterval(() => {
    syncing ??= syncAll()
      .catch(failed)
      .finally(() => (syncing = undefined));
  }, syncMs);

  return {
    full: limits.full,
    source(station, source) {
      facts.setSource(station, source);
      logs.get(station)?.recording.source(source);
    },
    async find(station) {
      await ready;
      return await logs.find(station);
    },
    async usage() {
      await ready;
      return await limits.usage();
    },
    async clear(station) {
      await ready;
      if (!logs.find(station)) return;
      await logs.close(station, async (one) => {
        await syncing;
        await queue.add(async () => {
          await one.recording.end();
          await one.retained.clear();
        });
      });
      const head = facts.head(station);
      if (head) await applyHead(head);
    },
    async flush() {
      await ready;
      await syncing;
      await writes.now();
      await cleanUp();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(timer);
      unsubscribe();
      await ready;
      await syncing;
      for (const one of logs.all()) await queue.add(one.recording.end);
    },
  };
};

const stopRecording = (one: StationLog | undefined): void => {
  if (!one) return;
  one.isWanted = false;
  one.recording.cut();
};
