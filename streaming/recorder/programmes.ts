import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import type { Log } from '#streaming/station/air.ts';
import { openProgramme, readProgrammeTime, type Programme, type ProgrammeTime } from './programme.ts';

export type Programmes = {
  /** The source on the air changed. */
  source(station: string, source: string): void;
  /** What is planned, being recorded, or over and not yet deleted. */
  list(): Promise<ProgrammeTime[]>;
  find(id: string): Promise<Programme | undefined>;
  remove(id: string): Promise<void>;
  /** Begins, ends, writes and syncs now, as it does by itself every second. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

export type ProgrammesOptions = {
  bus: Bus;
  /** One folder for each recording. */
  folder: string;
  /** Whether the disk is too full to record. */
  isFull(): boolean;
  log: Log;
  now?: () => number;
};

const tickMs = 1000;
/** A recording's files are there before its time comes. */
const readyMs = 15_000;
/** What nobody asked for in so long is deleted. */
const keptMs = 14 * 86_400_000;

/**
 * Records the programmes that stations' desired states name, each from its beginning to its end by this machine's clock: the
 * portal need not be there. One that is no longer named before its end is dropped.
 */
export function createProgrammes({ bus, folder, isFull, log, now = Date.now }: ProgrammesOptions): Programmes {
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, string>();
  const sources = new Map<string, string>();
  const programmes = new Map<string, Programme>();
  let turns = Promise.resolve();
  let isWriting = false;
  const failed = (error: unknown): void => log.warn({ err: error }, 'a programme is recorded on after a failure');

  const named = (): ProgrammeTime[] =>
    [...heads.values()].flatMap((head) =>
      (head.recordings ?? []).map((one) => ({ ...one, station: head.station as ProgrammeTime['station'] })),
    );
  const tellSource = (one: Programme, source: string): void => {
    one.source = source;
    one.recording.source(source);
  };
  const ofStation = (station: string): Programme[] =>
    [...programmes.values()].filter((one) => one.station === station && !one.isOver);

  /** Whatever opens, writes or removes files does so alone. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turns = turns.then(work).catch(failed);
    return turns;
  }

  async function begin(time: ProgrammeTime): Promise<void> {
    const path = join(folder, time.id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const one = await openProgramme(time, { folder: path, now, failed });
    const head = heads.get(time.station);
    if (head) one.recording.format(head.format);
    one.recording.title(titles.get(time.station) ?? '');
    tellSource(one, sources.get(time.station) ?? '');
    one.isOver = one.isPast(now());
    programmes.set(time.id, one);
  }

  async function tick(): Promise<void> {
    const wanted = named();
    const at = now();
    for (const time of wanted) {
      const isDue = at >= time.begin - readyMs && at < time.end;
      if (isDue && !programmes.has(time.id)) await begin(time);
    }
    const ids = new Set(wanted.map(({ id }) => id));
    for (const one of programmes.values()) {
      if (!one.isOver && !ids.has(one.id) && heads.has(one.station)) await drop(one);
      else if (!one.isOver) await advance(one, at);
      else if (at > one.end + keptMs) await drop(one);
    }
  }

  async function advance(one: Programme, at: number): Promise<void> {
    if (one.isPast(at)) {
      await one.recording.end();
      one.isOver = true;
      return;
    }
    one.recording.check();
    await one.recording.write();
    await one.recording.sync();
  }

  async function drop(one: Programme): Promise<void> {
    programmes.delete(one.id);
    await one.recording.end();
    await one.clear();
  }

  async function writeAll(): Promise<void> {
    isWriting = false;
    for (const one of programmes.values()) if (!one.isOver) await one.recording.write();
  }

  function takeHead(head: StationHead): void {
    heads.set(head.station, head);
    for (const one of ofStation(head.station)) {
      if (!head.running) one.recording.cut();
      one.recording.format(head.format);
    }
    // One that has begun already loses nothing but what was before this.
    if (head.recordings?.length) void inTurn(tick);
  }

  function takeBatch({ batch }: Extract<BusMessage, { type: 'batch' }>): void {
    for (const one of programmes.values()) {
      if (one.station !== batch.station || one.isOver || now() < one.begin) continue;
      if (isFull()) one.reason = 'disk';
      else one.take(batch);
      if (isWriting) continue;
      isWriting = true;
      void inTurn(writeAll);
    }
  }

  function take(message: BusMessage): void {
    switch (message.type) {
      case 'head':
        return takeHead(message.head);
      case 'title':
        titles.set(message.station, message.title);
        return ofStation(message.station).forEach((one) => one.recording.title(message.title));
      case 'batch':
        return takeBatch(message);
      case 'drop':
        return ofStation(message.station).forEach((one) => one.recording.cut());
      case 'gone':
        heads.delete(message.station);
        titles.delete(message.station);
        return ofStation(message.station).forEach((one) => one.recording.cut());
    }
  }

  const readAll = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const id of await readdir(folder)) {
      const time = await readProgrammeTime(join(folder, id));
      if (time && !programmes.has(id)) await begin(time);
    }
  };
  void inTurn(readAll);
  const leave = bus.subscribe(take);
  const timer = setInterval(() => void inTurn(tick), tickMs);

  return {
    source(station, source) {
      sources.set(station, source);
      for (const one of ofStation(station)) tellSource(one, source);
    },
    async list() {
      await turns;
      const known = new Set(programmes.keys());
      return [...programmes.values(), ...named().filter(({ id }) => !known.has(id))];
    },
    async find(id) {
      await turns;
      return programmes.get(id);
    },
    async remove(id) {
      await inTurn(async () => {
        const one = programmes.get(id);
        if (one) await drop(one);
      });
    },
    settle: () => inTurn(tick),
    async stop() {
      clearInterval(timer);
      leave();
      await inTurn(async () => {
        for (const one of programmes.values()) if (!one.isOver) await one.recording.end();
      });
    },
  };
}
