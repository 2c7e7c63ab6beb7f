import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { gainStepDb } from '#streaming/frames/mpeg.ts';

export type ProgrammeLoudness = {
  /** How many gain steps quieter than −16 LUFS (mono −19) the spots of a station are to be played; 0 while unknown. */
  stepsOf(station: string): number;
  stop(): void;
};

type Options = {
  bus: Bus;
  /** The stations whose loudness is needed. */
  stations(): Iterable<string>;
  /** The mean loudness of consecutive whole frames, LUFS. */
  measure(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  /** The steps of a station have changed. */
  changed(): void;
  failed(error: unknown): void;
  everyMs?: number;
};

type Measured = {
  head: StationHead;
  recent: FrameBatch[];
  lufs: number[];
  isPaused: boolean;
  steps: number;
  /** The number of the round in which it was measured last; 0 before. */
  round: number;
};

/** µs of audio in one measurement. */
const excerptUs = 3_000_000;
/** Measurements that count, and how many are needed. */
const [most, fewest] = [20, 5];
const everyMs = 30_000;
/** Stations in one round, whose sound is kept until then: of one format, one ffmpeg decodes so many. */
const mostAtOnce = 128;
/** Never louder than −16 LUFS, and at most so much quieter. */
const mostDb = 9;
const gates = { absolute: -70, relative: -10 };
const targetOf = ({ format }: StationHead): number => (format.channels === 1 ? -19 : -16);

/**
 * Measures how loud the programmes of stations are, from three seconds of each twice a minute, without their breaks, over ten
 * minutes (BS.1770 with its gates), so that spots can be as loud. Spots are never made louder. More than 128 stations take
 * turns.
 */
export function createProgrammeLoudness(options: Options): ProgrammeLoudness {
  const { bus, stations, measure, changed, failed } = options;
  const known = new Map<string, Measured>();
  let wanted = new Set<string>();
  let rounds = 0;

  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'head') {
      const { head } = message;
      const one = known.get(head.station);
      known.set(head.station, { recent: [], lufs: [], isPaused: false, steps: 0, round: 0, ...one, head });
    } else if (message.type === 'gone') known.delete(message.station);
    else if (message.type === 'break' || message.type === 'resume') {
      const one = known.get(message.station);
      if (one) Object.assign(one, { isPaused: message.type === 'break', recent: [] });
    } else if (message.type === 'batch' && wanted.has(message.batch.station))
      keep(known.get(message.batch.station), message.batch);
  });
  const one = async (station: Measured): Promise<void> => {
    const { recent, head } = station;
    if (station.isPaused || recent.length === 0) return;
    try {
      const lufs = await measure(Buffer.concat(recent.map(({ data }) => data)), head.format.codec);
      station.lufs = [...station.lufs, lufs].slice(-most);
    } catch (error) {
      failed(error);
    }
  };
  const round = async (): Promise<void> => {
    rounds += 1;
    const measured = [...wanted].flatMap((key) => known.get(key) ?? []);
    for (const station of measured) station.round = rounds;
    wanted = nextOf(stations(), known);
    await Promise.all(measured.map(one));
    for (const station of measured) if (!wanted.has(station.head.station)) station.recent = [];
    let isChanged = false;
    for (const station of measured) {
      const steps = stepsFor(station);
      isChanged ||= steps !== station.steps;
      station.steps = steps;
    }
    if (isChanged) changed();
  };
  let measuring: Promise<void> | undefined;
  const timer = setInterval(() => {
    measuring ??= round().finally(() => (measuring = undefined));
  }, options.everyMs ?? everyMs);

  return {
    stepsOf: (station) => known.get(station)?.steps ?? 0,
    stop() {
      unsubscribe();
      clearInterval(timer);
    },
  };
}

/** Those on the air that were measured longest ago. */
const nextOf = (stations: Iterable<string>, known: ReadonlyMap<string, Measured>): Set<string> => {
  const present = [...stations].flatMap((key) => known.get(key) ?? []);
  const next = present.toSorted((a, b) => a.round - b.round).slice(0, mostAtOnce);
  return new Set(next.map(({ head }) => head.station));
};

function keep(station: Measured | undefined, batch: FrameBatch): void {
  if (!station || station.isPaused) return;
  station.recent.push(batch);
  let length = station.recent.reduce((sum, { duration }) => sum + duration, 0);
  while (length - station.recent[0]!.duration >= excerptUs) length -= station.recent.shift()!.duration;
}

const stepsFor = ({ lufs, head }: Measured): number => {
  if (lufs.length < fewest) return 0;
  const quieter = targetOf(head) - integrated(lufs);
  return Number.isFinite(quieter) ? Math.round(Math.min(mostDb, Math.max(0, quieter)) / gainStepDb) : 0;
};

/** The loudness of several pieces together: quiet ones don't count (BS.1770). */
function integrated(lufs: readonly number[]): number {
  const audible = lufs.filter((one) => one > gates.absolute);
  const threshold = meanOf(audible) + gates.relative;
  return meanOf(audible.filter((one) => one > threshold));
}

const meanOf = (lufs: readonly number[]): number =>
  10 * Math.log10(lufs.reduce((sum, one) => sum + 10 ** (one / 10), 0) / lufs.length);
