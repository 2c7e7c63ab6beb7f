import { isContentsFrame, mpegHeader } from '#streaming/frames/mpeg.ts';
import { tagLength } from '#streaming/frames/tags.ts';
import type { EpisodeIndex } from './port.ts';

/** A mark for each of so many frames: a thousand in an hour. */
export const framesPerMark = 128;
/** The frames of MPEG-1, which are those of spots. */
export const samplesPerFrame = 1152;

const headerBytes = 4;
/** Enough for the header frame of an encoder. */
const contentsBytes = 256;
const nothing = Buffer.alloc(0);

/** Finds the frames of an episode's file; see port.ts. */
export const indexEpisode = async (chunks: AsyncIterable<Buffer>): Promise<EpisodeIndex | undefined> => {
  const walk = newWalk();
  let pending: Buffer = nothing;
  let position = 0;
  for await (const chunk of chunks) {
    const bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    const used = advance(walk, bytes, position);
    if (used === undefined) return undefined;
    position += used;
    pending = used < bytes.length ? bytes.subarray(used) : nothing;
  }
  if (pending.length > 0 || walk.kind === undefined || walk.frames === 0) return undefined;
  const { tag, start, frames, marks, kind } = walk;
  return { tag, start, end: position, frames, marks, sampleRate: kind.sample_rate, channels: kind.channels };
};

type Walk = {
  tag: number;
  start: number;
  frames: number;
  marks: number[];
  kind: { sample_rate: number; channels: number } | undefined;
};

const newWalk = (): Walk => ({ tag: -1, start: 0, frames: 0, marks: [], kind: undefined });

/** How many of the bytes at `position` were used up; undefined at something that is no frame of the file's format. */
const advance = (walk: Walk, bytes: Buffer, position: number): number | undefined => {
  let at = 0;
  if (walk.tag < 0) {
    const tag = tagLength(bytes, 0);
    if (tag < 0 || tag > bytes.length) return 0;
    walk.tag = tag;
    at = walk.tag;
  }
  while (at + headerBytes <= bytes.length) {
    const header = mpegHeader(bytes, at);
    if (!header || header.samples !== samplesPerFrame) return undefined;
    if (at + Math.max(header.length, walk.kind ? 0 : contentsBytes) > bytes.length) return at;
    const isContents = walk.kind === undefined && isContentsFrame(bytes, at);
    if (!walk.kind) walk.start = position + at + (isContents ? header.length : 0);
    walk.kind ??= header;
    if (header.sample_rate !== walk.kind.sample_rate || header.channels !== walk.kind.channels) return undefined;
    if (!isContents) {
      if (walk.frames % framesPerMark === 0) walk.marks.push(position + at);
      walk.frames++;
    }
    at += header.length;
  }
  return at;
};
