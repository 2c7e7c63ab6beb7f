import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AnyEndpoint } from '#contract/http.ts';
import type { StationKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import type { Receiver, Way } from './resumable.service.ts';
import { checkRoom, takeUpload, type UploadDeps, type Uploader } from './upload.ts';

/** Receives resumable uploads to the library of a station. */
const toLibrary = (deps: UploadDeps, station: StationKey, who: Uploader): Receiver => ({
  owner: { station_key: station },
  who,
  taker: {
    check: () => checkRoom(deps, station, who),
    take: async ({ path, size, filename, task }) => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const file = { path, size, filename, mimetype: '', sha256: hash.digest('hex') };
      await takeUpload(deps, station, who, { file, name: filename, task });
    },
  },
});

/** Resumable uploads to libraries, with a library's token. */
export const libraryWay = (deps: UploadDeps): Way => ({
  purpose: 'library',
  endpoint: library.upload as unknown as AnyEndpoint,
  receiver: (station, who) => toLibrary(deps, station as StationKey, who),
});
