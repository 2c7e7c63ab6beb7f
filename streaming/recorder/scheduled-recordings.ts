import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import type { Log } from '#streaming/base/log.ts';
import {
  openScheduledRecording,
  readScheduledTime,
  type ScheduledRecording,
  type ScheduledTime,
} from './scheduled-recording.ts';
import { createStationFacts } from './station-facts.ts';
import { createWorkQueue, repeatWork } from './work-queue.ts';

export type ScheduledRecordings = {
  /** The source on the air changed. */
  source(station: string, source: string): void;
  /** Recordings that are planned, running, or over and not yet deleted. */
  list(): Promise<ScheduledTime[]>;
  find(id: string): Promise<ScheduledRecording | undefined>;
  remove(id: string): Promise<void>;
  /** Starts, ends, writes and syncs now, as the timer does every second. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export type ScheduledRecordingsOptions = {
  bus: Bus;
  /** One folder for each recording. */
  folder: string;
  /** Whether the disk is too full to record. */
  isFull(): boolean;
  log: Log;
  now?: () => number;
};

const tickMs = 1000;
/** A recording's files are opened before its start. */
const prepareMs = 15_000;
/** Recordings never fetched are deleted after this time. */
const retentionMs = 14 * 86_400_000;

/**
 * Makes the scheduled recordings in the stations' desired states, each from its start to its end by this machine's
 * clock, without the portal. One that is removed from the desired state before its end is dropped.
 */
export const createScheduledRecordings = (options: ScheduledRecordingsOptions): ScheduledRecordings => {
  const { folder, isFull, log, now = Date.now } = options;
  const failed = (error: unknown): void => log.warn({ err: error }, 'a scheduled recording continues after an error');
  const facts = createStationFacts();
  const scheduled = new Map<string, ScheduledRecording>();
  /** Opens, writes and removes files one at a time. */
  const queue = createWorkQueue(failed);
  const writes = repeatWork(queue, async () => {
    for (const one of scheduled.values()) if (!one.isOver) await one.recording.write();
  });
  const unfinished = (station: string): ScheduledRecording[] =>
    [...scheduled.values()].filter((one) => one.station === station && !one.isOver);

  const begin = async (time: ScheduledTime): Promise<void> => {
    const path = join(folder, time.id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const one = await openScheduledRecording(time, { folder: path, now, failed });
    facts.describe(time.station, one.recording);
    one.source = facts.source(time.station);
    one.isOver = one.isPast(now());
    scheduled.set(time.id, one);
  };

  const readAll = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const id of await readdir(folder)) {
      const time = await readScheduledTime(join(folder, id));
      if (time && !scheduled.has(id)) await begin(time);
    }
  };

  const tick = async (): Promise<void> => {
    const wanted = timesOf(facts.heads());
    const at = now();
    for (const time of wanted) {
      const isDue = at >= time.begin - prepareMs && at < time.end;
      if (isDue && !scheduled.has(time.id)) await begin(time);
    }
    const ids = new Set(wanted.map(({ id }) => id));
    for (const one of scheduled.values()) {
      const isCancelled = !ids.has(one.id) && facts.head(one.station) !== undefined;
      if (one.isOver ? at > one.end + retentionMs : isCancelled) await drop(one);
      else if (!one.isOver) await advance(one, at);
    }
  };

  const drop = async (one: ScheduledRecording): Promise<void> => {
    scheduled.delete(one.id);
    await one.recording.end();
    await one.clear();
  };

  const receiveHead = (head: StationHead): void => {
    facts.setHead(head);
    for (const one of unfinished(head.station)) {
      if (!head.running) one.recording.cut();
      one.recording.format(head.format);
    }
    // A recording whose time has started loses only what came before this.
    if (head.recordings?.length) void queue.add(tick);
  };

  const receiveBatch = ({ batch }: Extract<BusMessage, { type: 'batch' }>): void => {
    for (const one of scheduled.values()) {
      if (one.station !== batch.station || one.isOver || now() < one.begin) continue;
      if (isFull()) one.reason = 'disk';
      else one.addBatch(batch);
      writes.soon();
    }
  };

  const receive = (message: BusMessage): void => {
    switch (message.type) {
      case 'head':
        return receiveHead(message.head);
      case 'title':
        facts.setTitle(message.station, message.title);
        return unfinished(message.station).forEach((one) => one.recording.title(message.title));
      case 'batch':
        return receiveBatch(message);
      case 'drop':
        return unfinished(message.station).forEach((one) => one.recording.cut());
      case 'break':
      case 'resume':
      case 'rest':
        return;
      case 'gone':
        facts.remove(message.station);
        return unfinished(message.station).forEach((one) => one.recording.cut());
    }
  };

  void queue.add(readAll);
  const unsubscribe = options.bus.subscribe(receive);
  const timer = setInterval(() => void queue.add(tick), tickMs);

  return {
    source(station, source) {
      facts.setSource(station, source);
      for (const one of unfinished(station)) {
        one.source = source;
        one.recording.source(source);
      }
    },
    async list() {
      await queue.done();
      return [...scheduled.values(), ...timesOf(facts.heads()).filter(({ id }) => !scheduled.has(id))];
    },
    async find(id) {
      await queue.done();
      return scheduled.get(id);
    },
    async remove(id) {
      await queue.add(async () => {
        const one = scheduled.get(id);
        if (one) await drop(one);
      });
    },
    flush: () => queue.add(tick),
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await queue.add(async () => {
        for (const one of scheduled.values()) if (!one.isOver) await one.recording.end();
      });
    },
  };
};

/** The recordings in the desired states. */
const timesOf = (heads: Iterable<StationHead>): ScheduledTime[] =>
  [...heads].flatMap((head) =>
    (head.recordings ?? []).map((one) => ({ ...one, station: head.station as ScheduledTime['station'] })),
  );

const advance = async (one: ScheduledRecording, at: number): Promise<void> => {
  if (one.isPast(at)) {
    await one.recording.end();
    one.isOver = true;
    return;
  }
  one.recording.check();
  await one.recording.write();
  await one.recording.sync();
};
