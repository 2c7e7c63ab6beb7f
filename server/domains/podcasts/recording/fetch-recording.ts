import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { EngineRecording } from '#contract/engine/engine-recordings.ts';
import { limits } from '#contract/rules/limits.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { RecordingEngine } from './recording-engine.ts';

type Deps = { engine: RecordingEngine; audio: AudioEngine };

/**
 * Fetches a recording to `path`, with the frames exactly as broadcast. If the station's format changed during the
 * recording, or it is too large for an episode, it is re-encoded as MP3 at 192 kbit/s.
 */
export const fetchRecording = async (
  deps: Deps,
  { id, pieces }: EngineRecording,
  path: string,
  signal: AbortSignal,
): Promise<{ codec: 'mp3' | 'aac'; ms: number }> => {
  const runs = runsOf(pieces);
  const ms = Math.round(pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0));
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  const [first] = runs;
  if (first && runs.length === 1 && bytes <= limits.uploadMaxBytes) {
    await fetchRun(deps, id, first, path, signal);
    return { codec: first[0]!.format.codec, ms };
  }
  const parts = runs.map((_, i) => `${path}-${i}`);
  try {
    for (const [i, run] of runs.entries()) await fetchRun(deps, id, run, parts[i]!, signal);
    await deps.audio.concat(parts, path, { signal });
  } finally {
    for (const part of parts) await rm(part, { force: true });
  }
  return { codec: 'mp3', ms };
};

const fetchRun = async (
  { engine }: Deps,
  id: string,
  run: readonly Segment[],
  path: string,
  signal: AbortSignal,
): Promise<void> => {
  for (const [i, piece] of run.entries()) {
    const target = createWriteStream(path, { flags: i === 0 ? 'w' : 'a', mode: 0o600 });
    await pipeline(await engine.piece(id, piece.start, signal), target, { signal });
  }
};

type Segment = EngineRecording['pieces'][number];

/** Groups consecutive pieces of the same format, which can share a file. */
const runsOf = (pieces: readonly Segment[]): Segment[][] => {
  const runs: Segment[][] = [];
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
