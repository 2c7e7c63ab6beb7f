import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawKind } from '#contract/api/raw-data.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { csvStream } from '#server/kernel/http/reply-csv.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { rawRows, type Cells, type RowsDeps } from './raw-rows.ts';
import type { RawRange } from './raw-sessions.ts';

export type FileDeps = RowsDeps & Pick<Kernel, 'config' | 'storage'>;
type StoredFile = { rows: number; bytes: number; sha256: string };

/** The storage key of a requested file: one per report, overwritten when it is made again. */
export const reportFile = (id: string): string => `raw/reports/${id}.csv.gz`;

/** The storage key of a month's file. */
export const archiveFile = (station: StationKey, month: string): string =>
  `raw/archives/${station}/${archiveName(station, month)}`;

export const archiveName = (station: StationKey, month: string): string => `raw-${station}-${month}.csv.gz`;

/**
 * Writes a compressed file to storage row by row; on return it is complete and durable. Returns its rows, size and
 * hash.
 */
export const storeRaw = async (deps: FileDeps, key: string, kind: RawKind, request: RawRange): Promise<StoredFile> =>
  await withWorkFile(deps, async (path) => {
    const count = { rows: 0 };
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const lines = csvStream(counting(rawRows(deps, kind, request), count));
    await pipeline(lines, createGzip({ level: 6 }), hashing, createWriteStream(path, { mode: 0o600 }));
    const { size: bytes } = await stat(path);
    await deps.storage.putFile(key, path, 'application/gzip');
    // The heading is not a row.
    return { rows: count.rows - 1, bytes, sha256: hash.digest('hex') };
  });

async function* counting(rows: AsyncIterable<Cells>, count: { rows: number }): AsyncGenerator<Cells> {
  for await (const row of rows) {
    count.rows++;
    yield row;
  }
}
