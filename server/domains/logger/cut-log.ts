import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import type { LogCut } from '#contract/logger.ts';
import { takeSound, type SoundDeps } from '#server/domains/library/take-sound.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { id3Tag } from './id3.ts';
import type { LogEngine } from './log-engine.ts';
import { fileName, spanOf } from './log-sound.ts';

export type CutDeps = SoundDeps & { engine: LogEngine };

/**
 * Puts what went out between two moments into the station's media library: its frames as they are, with title and
 * artist. Safe there when it returns; what is refused is refused as an upload is.
 */
export const cutLog = async (
  deps: CutDeps,
  key: StationKey,
  cut: z.output<typeof LogCut>,
  who: Person,
  signal: AbortSignal,
): Promise<{ task: string }> => {
  const span = await spanOf(deps.engine, key, cut.from, cut.to);
  const folder = join(deps.config.dataDir, 'tmp');
  const path = join(folder, `render-${randomLetters(22)}`);
  await mkdir(folder, { recursive: true });
  try {
    const sound = await deps.engine.sound(key, span, 0, span.bytes - 1, signal);
    const file = createWriteStream(path, { mode: 0o600 });
    if (span.codec === 'mp3') file.write(id3Tag(cut));
    await pipeline(sound, file);
    const filename = fileName([cut.artist, cut.title].filter((part) => part !== '').join(' - '));
    return { task: (await takeSound(deps, key, who, { path, filename: `${filename}.${span.codec}` })).task };
  } finally {
    await rm(path, { force: true });
  }
};
