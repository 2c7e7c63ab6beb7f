import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { acceptUpload, type UploadDeps } from './upload.ts';

export type ImportAudioDeps = UploadDeps & Pick<Kernel, 'config'>;

/** Adds a file created by the portal to a station's library, as an upload of this user; moves the file. */
export const importAudio = async (
  deps: ImportAudioDeps,
  station: StationKey,
  who: { id: string; isPortalAdmin: boolean },
  { path, filename }: { path: string; filename: string },
): Promise<{ task: string }> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  const file = { path, size, filename, mimetype: '', sha256: hash.digest('hex') };
  return await acceptUpload(deps, station, who, { file, name: filename });
};
