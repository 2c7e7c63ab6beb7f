import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { EngineSpan } from '#contract/engine/engine-log.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import type { Config } from '#server/kernel/config.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { id3Tag } from './id3.ts';
import type { LogEngine } from './log-engine.ts';
import { safeFileName } from './log-audio.ts';

type Deps = { engine: LogEngine; config: Config };
type Cut = { key: StationKey; span: EngineSpan; title: string; artist: string };

/**
 * Writes the frames of a span to a temporary file and passes it to `use`; an MP3 gets a tag with title and artist.
 * Refuses first with `media.diskLow` if the disk is nearly full.
 */
export const withCutFile = async <T>(
  { engine, config }: Deps,
  { key, span, title, artist }: Cut,
  signal: AbortSignal,
  use: (file: { path: string; filename: string }) => Promise<T>,
): Promise<T> => {
  await checkDisk(config);
  return await withWorkFile({ config }, async (path) => {
    const frames = await engine.sound(key, span, 0, span.bytes - 1, signal);
    const file = createWriteStream(path, { mode: 0o600 });
    if (span.codec === 'mp3') file.write(id3Tag({ title, artist }));
    await pipeline(frames, file);
    const name = safeFileName([artist, title].filter((part) => part !== '').join(' - '));
    return await use({ path, filename: `${name}.${span.codec}` });
  });
};
