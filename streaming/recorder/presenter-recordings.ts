import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Bus, BusMessage } from '#streaming/bus/batch.ts';
import type { Log } from '#streaming/base/log.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';
import { openScheduledRecording, readScheduledTime, type ScheduledRecording } from './scheduled-recording.ts';
import { createWorkQueue } from './work-queue.ts';

export type PresenterRecordings = {
  /** Who is on the air of a station and is recorded; undefined for nobody. */
  onAir(station: StationKey, presenter: string | undefined): void;
  /** The recordings of a station, newest first. */
  list(station: string): Promise<ScheduledRecording[]>;
  remove(station: string, id: string): Promise<void>;
  /** Writes, ends and removes now, as the timer does every second. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  bus: Bus;
  /** One folder for each recording. */
  folder: string;
  /** Whether the disk is too full to record. */
  isFull(): boolean;
  log: Log;
  now?: () => number;
};

/** What a station's recorded presenter is recorded to; `left`: since when they are off the air. */
type Current = { presenter: string; recording: ScheduledRecording; left: number | undefined };

const tickMs = 1000;
/** A presenter who returns within this time is still in the same broadcast. */
const returnMs = 120_000;
const longestMs = dayMs;
const retentionMs = 14 * dayMs;

/** Records the broadcasts of presenters, each in segments of its own, from the moment they are on the air until they leave. */
export const createPresenterRecordings = (options: Options): PresenterRecordings => {
  const { bus, folder, isFull, log, now = Date.now } = options;
  const formats = new Map<string, StreamFormat>();
  const titles = new Map<string, string>();
  const recordings = new Map<string, ScheduledRecording>();
  const wanted = new Map<StationKey, string>();
  const current = new Map<StationKey, Current>();
  const failed = (error: unknown): void => log.warn({ err: error }, 'a presenter’s recording continues after an error');
  /** Opens, writes and removes files one at a time. */
  const queue = createWorkQueue(failed);

  const begin = async (station: StationKey, presenter: string): Promise<void> => {
    const id = randomUUID();
    const path = join(folder, id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const at = now();
    const time = { id, station, presenter, begin: at, end: at + longestMs };
    const recording = await openScheduledRecording(time, { folder: path, now, failed });
    const format = formats.get(station);
    if (format) recording.recording.format(format);
    recording.recording.title(titles.get(station) ?? '');
    recording.recording.source('live');
    recordings.set(id, recording);
    current.set(station, { presenter, recording, left: undefined });
  };

  const end = async (station: StationKey, { recording }: Current): Promise<void> => {
    current.delete(station);
    await recording.recording.end();
    recording.isOver = true;
  };

  /** Begins, continues and ends what a station records, by who is on the air. */
  const follow = async (station: StationKey): Promise<void> => {
    const presenter = wanted.get(station);
    const before = current.get(station);
    if (before && presenter === before.presenter) before.left = undefined;
    else if (before && presenter !== undefined) await end(station, before);
    else if (before && before.left === undefined) {
      before.left = now();
      before.recording.recording.cut();
    }
    if (presenter !== undefined && !current.has(station)) await begin(station, presenter);
  };

  const tick = async (): Promise<void> => {
    const at = now();
    for (const [station, one] of current) {
      const hasLeft = one.left !== undefined && at - one.left > returnMs;
      if (hasLeft || one.recording.isPast(at)) await end(station, one);
      else {
        one.recording.recording.check();
        await one.recording.recording.write();
        await one.recording.recording.sync();
      }
      if (!current.has(station)) await follow(station);
    }
    for (const one of recordings.values()) if (one.isOver && at > one.begin + retentionMs) await drop(one);
  };

  const drop = async (one: ScheduledRecording): Promise<void> => {
    recordings.delete(one.id);
    const { station } = one;
    if (current.get(station)?.recording === one) current.delete(station);
    await one.recording.end();
    await one.clear();
    await follow(station);
  };

  const receive = (message: BusMessage): void => {
    if (message.type === 'head') formats.set(message.head.station, message.head.format);
    if (message.type === 'title') titles.set(message.station, message.title);
    const station = 'station' in message ? message.station : undefined;
    const one = message.type === 'batch' ? current.get(message.batch.station as StationKey) : undefined;
    if (message.type === 'batch' && one && one.left === undefined) {
      if (isFull()) one.recording.reason = 'disk';
      else one.recording.addBatch(message.batch);
    }
    if (message.type === 'title') current.get(station as StationKey)?.recording.recording.title(message.title);
    if (message.type === 'drop' || message.type === 'gone')
      current.get(station as StationKey)?.recording.recording.cut();
  };

  const readAll = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const id of await readdir(folder)) {
      const path = join(folder, id);
      const time = await readScheduledTime(path);
      if (!time || recordings.has(id)) continue;
      const one = await openScheduledRecording(time, { folder: path, now, failed });
      one.isOver = true;
      recordings.set(id, one);
    }
  };
  void queue.add(readAll);
  const unsubscribe = bus.subscribe(receive);
  const timer = setInterval(() => void queue.add(tick), tickMs);

  return {
    onAir(station, presenter) {
      if (wanted.get(station) === presenter) return;
      if (presenter === undefined) wanted.delete(station);
      else wanted.set(station, presenter);
      void queue.add(() => follow(station));
    },
    async list(station) {
      await queue.done();
      const own = [...recordings.values()].filter((one) => one.station === station);
      return own.toSorted((a, b) => b.begin - a.begin);
    },
    async remove(station, id) {
      await queue.add(async () => {
        const one = recordings.get(id);
        if (one && one.station === station) await drop(one);
      });
    },
    flush: () => queue.add(tick),
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await queue.add(async () => {
        for (const [station, one] of current) await end(station, one);
      });
    },
  };
};

/** The presenter on the air, if their broadcasts are recorded. */
export const recordedPresenter = (desired: StationDesired | undefined, { presenter }: AirState): string | undefined => {
  const isRecorded = desired?.presenters?.list.some(({ id, record }) => record && id === presenter?.id);
  return isRecorded === true ? presenter?.id : undefined;
};
