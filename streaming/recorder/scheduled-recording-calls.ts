import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { EngineRecording, EngineRecordingState } from '#contract/engine/engine-recordings.ts';
import { readNotes } from './notes.ts';
import { closedPath, segmentEnd, openPath } from './segments.ts';
import type { ScheduledRecording } from './scheduled-recording.ts';
import type { ScheduledRecordings } from './scheduled-recordings.ts';

/** The control port's calls on scheduled recordings (contract/engine/engine-recordings.ts). */
export type ScheduledRecordingCalls = {
  list(): Promise<EngineRecordingState[]>;
  find(id: string): Promise<EngineRecording | undefined>;
  segment(id: string, start: number): Promise<{ sound: Readable; bytes: number } | undefined>;
  remove(id: string): Promise<void>;
};

/** A recording whose latest audio is older than this isn't running. */
const freshMs = 5000;

/** Answers from the scheduled recordings and their files. */
export const createScheduledRecordingCalls = (
  scheduled: ScheduledRecordings,
  now: () => number = Date.now,
): ScheduledRecordingCalls => ({
  async list() {
    const times = await scheduled.list();
    return await Promise.all(
      times.map(async ({ id, station, begin, end }) => {
        const state = stateOf(begin, await scheduled.find(id), now());
        return { id, station, begin, end, state };
      }),
    );
  },
  async find(id) {
    const one = await scheduled.find(id);
    if (!one) return undefined;
    const details = await readDetails(one);
    return {
      id,
      station: one.station,
      begin: one.begin,
      end: one.end,
      state: stateOf(one.begin, one, now()),
      ...details,
    };
  },
  async segment(id, start) {
    const one = await scheduled.find(id);
    const segment = one?.segments().find((each) => each.start === start);
    if (!one || !segment || segment.bytes === 0) return undefined;
    const file = await open(closedPath(one.folder, segment), 'r').catch(() => open(openPath(one.folder, segment), 'r'));
    return { sound: file.createReadStream({ end: segment.bytes - 1 }), bytes: segment.bytes };
  },
  remove: scheduled.remove,
});

const stateOf = (begin: number, one: ScheduledRecording | undefined, now: number): EngineRecordingState['state'] => {
  if (one?.isOver) return 'over';
  if (now < begin) return 'waiting';
  const newest = one?.segments().at(-1);
  if (one?.source === 'silence' || one?.source === 'none') return 'silent';
  return newest && segmentEnd(newest) > now - freshMs ? 'recording' : 'silent';
};

type Details = Omit<EngineRecording, keyof EngineRecordingState>;

const readDetails = async (one: ScheduledRecording): Promise<Details> => {
  const details: Details = { reason: one.reason, pieces: [], titles: [], sources: [] };
  for (const segment of one.segments()) {
    const { format, titles, sources } = await readNotes(one.folder, segment.start);
    if (!format || segment.bytes === 0) continue;
    details.pieces.push({ start: segment.start, end: Math.round(segmentEnd(segment)), bytes: segment.bytes, format });
    const at = (t: number): number => Math.round(segment.start + t / 1000);
    details.titles.push(...titles.map(({ t, title }) => ({ at: at(t), title })));
    details.sources.push(...sources.map(({ t, source }) => ({ at: at(t), source })));
  }
  return details;
};
