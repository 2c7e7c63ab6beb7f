import type { Frame } from '#streaming/frames/frame.ts';
import { mpegHeader } from '#streaming/frames/mpeg.ts';
import { createSpliceGuard } from '#streaming/frames/splice.ts';
import { framesPerMark, indexEpisode, samplesPerFrame } from './episode-index.ts';
import { moveChapters } from './move-chapters.ts';
import type { EpisodeIndex, EpisodeStitcher, Insertion, Join, ReadBytes } from './port.ts';
import { xingHeader } from './xing-header.ts';

/** Frames before a join that the first one behind it may need bytes of, and frames behind it that may need them. */
const framesBefore = 12;
const framesBehind = 12;

/** Plays spots in episodes by frames; see port.ts. */
export const episodeStitcher = (): EpisodeStitcher => ({ index: indexEpisode, frameAt, joinAt, head });

const frameAt = ({ sampleRate, frames }: EpisodeIndex, ms: number): number =>
  Math.max(0, Math.min(frames, Math.round((ms * sampleRate) / (samplesPerFrame * 1000))));

const joinAt = async (index: EpisodeIndex, frame: number, read: ReadBytes): Promise<Join> => {
  if (frame >= index.frames) return { before: index.end, after: index.end, frames: Buffer.alloc(0) };
  const first = Math.floor(Math.max(0, frame - framesBefore) / framesPerMark);
  const last = Math.ceil((frame + framesBehind) / framesPerMark);
  const from = index.marks[first]!;
  const frames = framesOf(await read(from, index.marks[last] ?? index.end));
  const cut = frame - first * framesPerMark;
  const guard = createSpliceGuard('mp3');
  for (const one of frames.slice(Math.max(0, cut - framesBefore), cut)) guard.pass(one);
  guard.cut();
  const behind = frames.slice(cut, cut + framesBehind);
  const sent = behind.map((one) => guard.pass(one));
  const changed = sent.findLastIndex((one, i) => one !== behind[i]) + 1;
  return {
    before: from + frames[cut]!.start,
    after: from + (changed === 0 ? frames[cut]!.start : behind[changed - 1]!.end),
    frames: Buffer.concat(sent.slice(0, changed).map(({ buffer, start, end }) => buffer.subarray(start, end))),
  };
};

/** Cuts bytes that begin with a frame into frames. */
const framesOf = (bytes: Buffer): Frame[] => {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at = frames.at(-1)!.end) {
    const header = mpegHeader(bytes, at);
    if (!header || at + header.length > bytes.length) throw new Error('The episode is not the one that was indexed.');
    frames.push({ buffer: bytes, start: at, end: at + header.length, samples: header.samples });
  }
  return frames;
};

const head = async (index: EpisodeIndex, insertions: readonly Insertion[], read: ReadBytes): Promise<Buffer> => {
  const tag = Buffer.from(await read(0, index.tag));
  moveChapters(
    tag,
    insertions.map(({ frame, duration }) => ({ atMs: msOf(index, frame), ms: Math.round(duration / 1000) })),
  );
  const like = await read(index.start, index.start + 4);
  const segments = segmentsOf(index, insertions);
  const frames = segments.reduce((sum, one) => sum + one.frames, 0);
  const bytes = segments.reduce((sum, one) => sum + one.bytes, 0);
  return Buffer.concat([tag, xingHeader(like, { frames, bytes, offsetOf: offsetIn(segments) })]);
};

const msOf = ({ sampleRate }: EpisodeIndex, frame: number): number => (frame * samplesPerFrame * 1000) / sampleRate;

/** A part of the new file; `offsetOf` its frames within the part, about. */
type Segment = { frames: number; bytes: number; offsetOf(frame: number): number };

const segmentsOf = (index: EpisodeIndex, insertions: readonly Insertion[]): Segment[] => {
  const segments: Segment[] = [];
  let since = { frame: 0, byte: index.start, extra: 0 };
  const episodeUntil = (frame: number, byte: number): void => {
    const { frame: first, byte: from, extra } = since;
    const bytes = extra + byte - from;
    const offsetOf = (at: number): number => Math.max(0, Math.min(bytes, extra + byteOf(index, first + at) - from));
    segments.push({ frames: frame - first, bytes, offsetOf });
  };
  for (const { frame, join, bytes, frames } of insertions) {
    episodeUntil(frame, join.before);
    segments.push({ frames, bytes, offsetOf: (at) => Math.floor((bytes * at) / frames) });
    since = { frame, byte: join.after, extra: join.frames.length };
  }
  episodeUntil(index.frames, index.end);
  return segments;
};

/** The byte at which a frame begins, between two marks about. */
const byteOf = ({ marks, end, frames }: EpisodeIndex, frame: number): number => {
  const mark = Math.floor(frame / framesPerMark);
  const from = marks[mark] ?? end;
  const until = marks[mark + 1] ?? end;
  const count = Math.min(framesPerMark, frames - mark * framesPerMark);
  return count <= 0 ? end : from + Math.floor(((until - from) * (frame - mark * framesPerMark)) / count);
};

const offsetIn =
  (segments: readonly Segment[]) =>
  (frame: number): number => {
    let [left, bytes] = [frame, 0];
    for (const one of segments) {
      if (left < one.frames) return bytes + one.offsetOf(left);
      left -= one.frames;
      bytes += one.bytes;
    }
    return bytes;
  };
