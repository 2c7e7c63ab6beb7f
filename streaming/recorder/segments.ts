import { join } from 'node:path';
import type { StreamFormat } from '#contract/engine/engine.ts';

export type Codec = StreamFormat['codec'];

/** A gapless part of a station's audio in one file; a second file holds its metadata lines. */
export type RecordedSegment = {
  /** When its first frame was due on the air, ms since the epoch. */
  start: number;
  /** µs of audio. */
  duration: number;
  bytes: number;
  codec: Codec;
};

const openName = /^(\d{9})\.open\.(mp3|aac)$/;
const closedName = /^(\d{9})_(\d{1,15})_(\d{1,15})\.(mp3|aac)$/;

/** When a segment ends, ms since the epoch. */
export const segmentEnd = (segment: RecordedSegment): number => segment.start + segment.duration / 1000;

/** Whether some of a segment's audio lies within from–to. */
export const overlaps = (segment: RecordedSegment, from: number, to: number): boolean =>
  segment.start < to && segmentEnd(segment) > from;

/** The folder of a segment's day: `20261121`, in UTC. */
export const dayFolder = (folder: string, start: number): string => join(folder, stampOf(start).day);

/** The file of a complete segment: `231857123_3600048979_57600768.mp3`, µs and bytes. */
export const closedPath = (folder: string, segment: RecordedSegment): string => {
  const { day, time } = stampOf(segment.start);
  return join(folder, day, `${time}_${Math.round(segment.duration)}_${segment.bytes}.${segment.codec}`);
};

/** The file of a segment that is being written; its name identifies it after a crash. */
export const openPath = (folder: string, { start, codec }: Pick<RecordedSegment, 'start' | 'codec'>): string => {
  const { day, time } = stampOf(start);
  return join(folder, day, `${time}.open.${codec}`);
};

/** The metadata file of a segment. */
export const notesPath = (folder: string, start: number): string => {
  const { day, time } = stampOf(start);
  return join(folder, day, `${time}.jsonl`);
};

/** Parses a segment's file name; undefined for any other name. */
export const parseSegmentName = (
  day: string,
  name: string,
): { segment: RecordedSegment; isOpen: boolean } | undefined => {
  const open = openName.exec(name);
  if (open) {
    const segment = { start: timeOf(day, open[1]!), duration: 0, bytes: 0, codec: open[2] as Codec };
    return { segment, isOpen: true };
  }
  const closed = closedName.exec(name);
  if (!closed) return undefined;
  const [, time, duration, bytes, codec] = closed;
  const start = timeOf(day, time!);
  return { segment: { start, duration: Number(duration), bytes: Number(bytes), codec: codec as Codec }, isOpen: false };
};

/** The digits of `2026-11-21T23:18:57.123Z`, in two parts. */
const stampOf = (start: number): { day: string; time: string } => {
  const digits = new Date(start).toISOString().replace(/\D/g, '');
  return { day: digits.slice(0, 8), time: digits.slice(8) };
};

const timeOf = (day: string, time: string): number => {
  const part = (text: string, from: number, to: number): number => Number(text.slice(from, to));
  return Date.UTC(
    part(day, 0, 4),
    part(day, 4, 6) - 1,
    part(day, 6, 8),
    part(time, 0, 2),
    part(time, 2, 4),
    part(time, 4, 6),
    part(time, 6, 9),
  );
};
