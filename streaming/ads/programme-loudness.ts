import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { gainStepDb } from '#streaming/frames/mpeg.ts';

export type ProgrammeLoudness = {
  /** How many gain steps quieter than −16 LUFS (mono −19) the spots of a station are to be played; 0 while unknown. */
  stepsOf(station: string): number;
  stop(): void;
};

type Options = {
  bus: Bus;
  /** The stations whose loudness is needed, the most urgent ones first. */
  stations(): Iterable<string>;
  /** The mean loudness of consecutive whole frames, LUFS. */
  measure(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  /** The steps of a station have changed, or are known now; those of all whose loudness is known. */
  changed(steps: Record<string, number>): void;
  failed(error: unknown): void;
  everyMs?: number;
  /** The part of the time that is spent measuring at most. */
  workShare?: number;
};

type Measured = {
  head: StationHead;
  recent: FrameBatch[];
  /** What was measured, and in which round. */
  measured: { lufs: number; round: number }[];
  isPaused: boolean;
  steps: number;
  /** The round from which it is measured again, and how many rounds after the last one that is. */
  due: number;
  wait: number;
};

/** µs of audio in one measurement. */
const excerptUs = 3_000_000;
/** Measurements that count: those of so many rounds (ten minutes), and how many at least and at most. */
const [windowRounds, fewest, most] = [150, 5, 20];
/** Longer than an excerpt, as each round measures what was sent since the one before. */
const everyMs = 4000;
const workShare = 0.25;
/** Rounds between two measurements of a station: at first, and of one that stays as loud as it was. */
const [soonest, latest] = [8, 128];
/** Stations in one round, whose sound is kept until then: of one format, one ffmpeg decodes so many. */
const mostAtOnce = 128;
/** Never louder than −16 LUFS, and at most so much quieter. */
const mostDb = 9;
/** So far an excerpt may be from the programme's loudness, and the wanted gain from the steps in use, without a change. */
const [movedDb, movedSteps] = [6, 0.6];
const gates = { absolute: -70, relative: -10 };
const targetOf = ({ format }: StationHead): number => (format.channels === 1 ? -19 : -16);

/**
 * Measures how loud the programmes of stations are, from excerpts of three seconds without their breaks (BS.1770 with its
 * gates), so that spots can be as loud. Spots are never made louder. Stations that are not known yet come first, 128 in a
 * round of four seconds; a known one is measured every half minute, and up to 16 times less often while its loudness doesn't
 * move.
 */
export const createProgrammeLoudness = (options: Options): ProgrammeLoudness => {
  const { bus, stations, measure, changed, failed } = options;
  const known = new Map<string, Measured>();
  let wanted = new Set<string>();
  let rounds = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'head') {
      const { head } = message;
      const one = known.get(head.station);
      if (one) one.head = head;
      else known.set(head.station, newStation(head));
    } else if (message.type === 'gone') known.delete(message.station);
    else if (message.type === 'break' || message.type === 'resume') {
      const one = known.get(message.station);
      if (one) Object.assign(one, { isPaused: message.type === 'break', recent: [] });
    } else if (message.type === 'batch' && wanted.has(message.batch.station))
      keep(known.get(message.batch.station), message.batch);
  });
  const knownSteps = (): Record<string, number> =>
    Object.fromEntries([...known].flatMap(([key, station]) => (isKnown(station) ? [[key, station.steps]] : [])));
  const one = async (station: Measured): Promise<void> => {
    const { recent, head } = station;
    Object.assign(station, { recent: [], due: rounds + soonest });
    if (station.isPaused || recent.length === 0) return;
    try {
      add(station, await measure(Buffer.concat(recent.map(({ data }) => data)), head.format.codec), rounds);
    } catch (error) {
      failed(error);
    }
  };
  const round = async (): Promise<void> => {
    const began = performance.now();
    rounds += 1;
    const chosen = [...wanted].flatMap((key) => known.get(key) ?? []);
    const stepsNow = (station: Measured): number | undefined => (isKnown(station) ? station.steps : undefined);
    const before = chosen.map(stepsNow);
    await Promise.all(chosen.map(one));
    wanted = nextOf(stations(), known, rounds);
    for (const station of chosen) if (!wanted.has(station.head.station)) station.recent = [];
    if (chosen.some((station, at) => stepsNow(station) !== before[at])) changed(knownSteps());
    const worked = chosen.length === 0 ? 0 : performance.now() - began;
    const rest = worked * (1 / (options.workShare ?? workShare) - 1);
    if (!isOver) timer = setTimeout(() => void round(), Math.max(rest, options.everyMs ?? everyMs));
  };
  timer = setTimeout(() => void round(), options.everyMs ?? everyMs);

  return {
    stepsOf: (station) => known.get(station)?.steps ?? 0,
    stop() {
      isOver = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
};

const newStation = (head: StationHead): Measured => ({
  ...{ head, recent: [], measured: [], isPaused: false, steps: 0, due: 0, wait: soonest },
});
const isKnown = ({ measured }: Measured): boolean => measured.length >= fewest;

/** Those on the air that are due in the next round. */
const nextOf = (stations: Iterable<string>, known: ReadonlyMap<string, Measured>, round: number): Set<string> => {
  const due = [...stations].flatMap((key) => known.get(key) ?? []).filter((one) => one.due <= round + 1);
  const ahead = due.filter((one) => !isKnown(one));
  const others = due.filter(isKnown).toSorted((a, b) => a.due - b.due);
  return new Set([...ahead, ...others].slice(0, mostAtOnce).map(({ head }) => head.station));
};

/** Silence says nothing about how loud a programme is. */
const add = (station: Measured, lufs: number, round: number): void => {
  if (!(lufs > gates.absolute)) return;
  const isNew = !isKnown(station);
  const isOff = !isNew && Math.abs(lufs - integrated(station.measured)) > movedDb;
  const all = [...station.measured, { lufs, round }].slice(-most);
  station.measured = all.filter((one, at) => at >= all.length - fewest || one.round > round - windowRounds);
  const steps = stepsFor(station);
  const isMoved = isOff || steps !== station.steps;
  station.wait = isMoved || isNew ? soonest : Math.min(station.wait * 2, latest);
  station.due = round + (isKnown(station) ? station.wait : 1);
  station.steps = steps;
};

const keep = (station: Measured | undefined, batch: FrameBatch): void => {
  if (!station || station.isPaused) return;
  station.recent.push(batch);
  let length = station.recent.reduce((sum, { duration }) => sum + duration, 0);
  while (length - station.recent[0]!.duration >= excerptUs) length -= station.recent.shift()!.duration;
};

const stepsFor = (station: Measured): number => {
  if (!isKnown(station)) return 0;
  const quieter = targetOf(station.head) - integrated(station.measured);
  const wanted = Math.min(mostDb, Math.max(0, quieter)) / gainStepDb;
  return Math.abs(wanted - station.steps) > movedSteps ? Math.round(wanted) : station.steps;
};

/** The loudness of several pieces together: quiet ones don't count (BS.1770). */
const integrated = (measured: Measured['measured']): number => {
  const all = measured.map(({ lufs }) => lufs);
  const threshold = meanOf(all) + gates.relative;
  return meanOf(all.filter((one) => one > threshold));
};

const meanOf = (lufs: readonly number[]): number =>
  10 * Math.log10(lufs.reduce((sum, one) => sum + 10 ** (one / 10), 0) / lufs.length);
