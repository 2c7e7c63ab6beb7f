import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AnyEndpoint } from '#contract/api/http.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { checkStorage } from '#server/domains/billing/storage.service.ts';
import type { Uploader, UploadKind, UploadTarget } from '#server/platform/uploads/resumable.ts';
import { checkCanUpload, acceptUpload, type UploadDeps } from './upload.ts';

const libraryTarget = (deps: UploadDeps, station: StationKey, who: Uploader): UploadTarget => {
  const owner = { station_key: station };
  return {
    owner,
    who,
    check: () => checkCanUpload(deps, station, who),
    checkStorage: (tx, length) => checkStorage(tx, owner, length, { who, beside: true }),
    onComplete: async ({ path, size, filename, task }) => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const file = { path, size, filename, mimetype: '', sha256: hash.digest('hex') };
      await acceptUpload(deps, station, who, { file, name: filename, task });
    },
  };
};

/** Resumable uploads to the library of a station, with the token of every upload there. */
export const libraryUploads = (deps: UploadDeps): UploadKind => ({
  purpose: 'library',
  endpoint: library.upload as unknown as AnyEndpoint,
  targetOf: (station, who) => libraryTarget(deps, station as StationKey, who),
});
