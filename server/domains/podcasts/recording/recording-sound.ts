import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { EngineRecording } from '#contract/engine-recordings.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { RecordingEngine } from './recording-engine.ts';

type Deps = { engine: RecordingEngine; audio: AudioEngine };
export type Fetched = { path: string; codec: 'mp3' | 'aac'; ms: number };

/**
 * Fetches a recording to a file at `path`: its frames as they went out. Where the station's format changed within it, the
 * sound is put together anew, as MP3.
 */
export const fetchRecording = async (
  { engine, audio }: Deps,
  { id, pieces }: EngineRecording,
  path: string,
  signal: AbortSignal,
): Promise<Fetched & { files: string[] }> => {
  const runs = runsOf(pieces);
  const files = runs.map((_, i) => (i === 0 ? path : `${path}-${i}`));
  for (const [i, run] of runs.entries()) {
    for (const [n, piece] of run.entries()) {
      const target = createWriteStream(files[i]!, { flags: n === 0 ? 'w' : 'a', mode: 0o600 });
      await pipeline(await engine.piece(id, piece.start, signal), target, { signal });
    }
  }
  const ms = Math.round(pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0));
  if (runs.length === 1) return { path, codec: runs[0]![0]!.format.codec, ms, files };
  const joined = `${path}-joined`;
  await audio.join(files, joined, { signal });
  return { path: joined, codec: 'mp3', ms, files: [...files, joined] };
};

type Piece = EngineRecording['pieces'][number];

/** Pieces that may follow each other in one file. */
const runsOf = (pieces: readonly Piece[]): Piece[][] => {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    const before = run?.[0]?.format;
    const isSame =
      before?.codec === piece.format.codec &&
      before.sample_rate === piece.format.sample_rate &&
      before.channels === piece.format.channels;
    if (run && isSame) run.push(piece);
    else runs.push([piece]);
  }
  return runs;
};
