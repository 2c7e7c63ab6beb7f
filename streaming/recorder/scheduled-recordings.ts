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
export function createScheduledRecordings({
  bus,
  folder,
  isFull,
  log,
  now = Date.now,
}: ScheduledRecordingsOptions): ScheduledRecordings {
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, string>();
  const sources = new Map<string, string>();
  const scheduled = new Map<string, ScheduledRecording>();
  let queue = Promise.resolve();
  let isWriting = false;
  const failed = (error: unknown): void => log.warn({ err: error }, 'a scheduled recording continues after an error');

  const listScheduled = (): ScheduledTime[] =>
    [...heads.values()].flatMap((head) =>
      (head.recordings ?? []).map((one) => ({ ...one, station: head.station as ScheduledTime['station'] })),
    );
  const setSource = (one: ScheduledRecording, source: string): void => {
    one.source = source;
    one.recording.source(source);
  };
  const ofStation = (station: string): ScheduledRecording[] =>
    [...scheduled.values()].filter((one) => one.station === station && !one.isOver);

  /** Opens, writes and removes files one at a time. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(work).catch(failed);
    return queue;
  }

  async function begin(time: ScheduledTime): Promise<void> {
    const path = join(folder, time.id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const one = await openScheduledRecording(time, { folder: path, now, failed });
    const head = heads.get(time.station);
    if (head) one.recording.format(head.format);
    one.recording.title(titles.get(time.station) ?? '');
    setSource(one, sources.get(time.station) ?? '');
    one.isOver = one.isPast(now());
    scheduled.set(time.id, one);
  }

  async function tick(): Promise<void> {
    const wanted = listScheduled();
    const at = now();
    for (const time of wanted) {
      const isDue = at >= time.begin - prepareMs && at < time.end;
      if (isDue && !scheduled.has(time.id)) await begin(time);
    }
    const ids = new Set(wanted.map(({ id }) => id));
    for (const one of scheduled.values()) {
      if (!one.isOver && !ids.has(one.id) && heads.has(one.station)) await drop(one);
      else if (!one.isOver) await advance(one, at);
      else if (at > one.end + retentionMs) await drop(one);
    }
  }

  async function advance(one: ScheduledRecording, at: number): Promise<void> {
    if (one.isPast(at)) {
      await one.recording.end();
      one.isOver = true;
      return;
    }
    one.recording.check();
    await one.recording.write();
    await one.recording.sync();
  }

  async function drop(one: ScheduledRecording): Promise<void> {
    scheduled.delete(one.id);
    await one.recording.end();
    await one.clear();
  }

  async function writeAll(): Promise<void> {
    isWriting = false;
    for (const one of scheduled.values()) if (!one.isOver) await one.recording.write();
  }

  function receiveHead(head: StationHead): void {
    heads.set(head.station, head);
    for (const one of ofStation(head.station)) {
      if (!head.running) one.recording.cut();
      one.recording.format(head.format);
    }
    // A recording whose time has started loses only what came before this.
    if (head.recordings?.length) void enqueue(tick);
  }

  function receiveBatch({ batch }: Extract<BusMessage, { type: 'batch' }>): void {
    for (const one of scheduled.values()) {
      if (one.station !== batch.station || one.isOver || now() < one.begin) continue;
      if (isFull()) one.reason = 'disk';
      else one.addBatch(batch);
      if (isWriting) continue;
      isWriting = true;
      void enqueue(writeAll);
    }
  }

  function receive(message: BusMessage): void {
    switch (message.type) {
      case 'head':
        return receiveHead(message.head);
      case 'title':
        titles.set(message.station, message.title);
        return ofStation(message.station).forEach((one) => one.recording.title(message.title));
      case 'batch':
        return receiveBatch(message);
      case 'drop':
        return ofStation(message.station).forEach((one) => one.recording.cut());
      case 'break':
      case 'resume':
        return;
      case 'gone':
        heads.delete(message.station);
        titles.delete(message.station);
        return ofStation(message.station).forEach((one) => one.recording.cut());
    }
  }

  const readAll = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const id of await readdir(folder)) {
      const time = await readScheduledTime(join(folder, id));
      if (time && !scheduled.has(id)) await begin(time);
    }
  };
  void enqueue(readAll);
  const unsubscribe = bus.subscribe(receive);
  const timer = setInterval(() => void enqueue(tick), tickMs);

  return {
    source(station, source) {
      sources.set(station, source);
      for (const one of ofStation(station)) setSource(one, source);
    },
    async list() {
      await queue;
      const known = new Set(scheduled.keys());
      return [...scheduled.values(), ...listScheduled().filter(({ id }) => !known.has(id))];
    },
    async find(id) {
      await queue;
      return scheduled.get(id);
    },
    async remove(id) {
      await enqueue(async () => {
        const one = scheduled.get(id);
        if (one) await drop(one);
      });
    },
    flush: () => enqueue(tick),
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await enqueue(async () => {
        for (const one of scheduled.values()) if (!one.isOver) await one.recording.end();
      });
    },
  };
}
