import type { Readable } from 'node:stream';
import type { EngineLog, EngineLogUsage, EngineTimeline } from '#contract/engine/engine-log.ts';
import { readNotes } from './notes.ts';
import { segmentEnd, overlaps, type RecordedSegment } from './segments.ts';
import type { Recorder } from './recorder.ts';
import { findRange, readRange, type AudioRange } from './range-reader.ts';
import { newestEnd, type StationLog } from './station-log.ts';

/** The control port's calls on the stations' logs (contract/engine/engine-log.ts). */
export type LogCalls = {
  overview(station: string): Promise<EngineLog>;
  timeline(station: string, from: number, to: number): Promise<EngineTimeline>;
  range(station: string, from: number, to: number): Promise<AudioRange | 'otherFormat' | undefined>;
  /** Bytes of a range, first and last inclusive. */
  audio(station: string, span: AudioRange, first: number, last: number): Promise<Readable>;
  usage(): Promise<EngineLogUsage>;
  clear(station: string): Promise<void>;
};

/** A station whose latest audio is older than this isn't being recorded. */
const freshMs = 5000;

/** Answers from the recorder and the files in each station's folder. */
export const createLogCalls = (recorder: Recorder, folderOf: (station: string) => string): LogCalls => ({
  async overview(station) {
    const log = await recorder.find(station);
    if (!log) return { state: 'off', reason: null, bytes: 0, pieces: [] };
    return { ...stateOf(log, recorder.full()), bytes: log.bytes(), pieces: log.segments().map(summaryOf) };
  },
  async timeline(station, from, to) {
    const log = await recorder.find(station);
    const within = (log?.segments() ?? []).filter((segment) => overlaps(segment, from, to));
    const timeline: EngineTimeline = { pieces: [], titles: [], sources: [] };
    for (const segment of within) await addToTimeline(timeline, folderOf(station), segment);
    return timeline;
  },
  async range(station, from, to) {
    const log = await recorder.find(station);
    return log && (await findRange(log.folder, log.segments(), from, to));
  },
  audio: (station, span, first, last) => Promise.resolve(readRange(folderOf(station), span, first, last)),
  usage: recorder.usage,
  clear: recorder.clear,
});

const stateOf = (log: StationLog, full: 'disk' | 'quota' | undefined): Pick<EngineLog, 'state' | 'reason'> => {
  if (!log.isWanted) return { state: 'off', reason: null };
  if (full) return { state: 'paused', reason: full };
  if (log.failedAt !== undefined) return { state: 'paused', reason: 'failed' };
  const isFresh = (newestEnd(log) ?? 0) > Date.now() - freshMs;
  return { state: isFresh ? 'recording' : 'waiting', reason: null };
};

const summaryOf = (segment: RecordedSegment) => ({
  start: segment.start,
  end: Math.round(segmentEnd(segment)),
  bytes: segment.bytes,
});

const addToTimeline = async (timeline: EngineTimeline, folder: string, segment: RecordedSegment): Promise<void> => {
  const notes = await readNotes(folder, segment.start);
  if (!notes.format) return;
  timeline.pieces.push({ ...summaryOf(segment), format: notes.format });
  const at = (t: number): number => Math.round(segment.start + t / 1000);
  timeline.titles.push(...notes.titles.map(({ t, title }) => ({ at: at(t), title })));
  timeline.sources.push(...notes.sources.map(({ t, source }) => ({ at: at(t), source })));
};
