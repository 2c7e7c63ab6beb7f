import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { StationKey } from '#contract/rules/keys.ts';
import { type RawKind, rawDays, type RawFileQuery } from '#contract/api/raw-data.ts';
import { dayMs } from '#contract/rules/time.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { csvStream } from '#server/kernel/http/reply-csv.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isoIn, knownZone } from '#server/kernel/time-zone.ts';
import { periodOf } from '#server/platform/period.ts';
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

/** A range in ms since the epoch, its end exclusive, with the time zone of its days. */
export type RawPeriod = { zone: string; start: number; end: number };

/**
 * The requested days in a station's time zone. Refuses with `analytics.period`, and with `raw.tooOld` before the last
 * 90 days (spec §9).
 */
export const rawPeriodOf = ({ from_date, to_date }: Omit<RawFileQuery, 'kind'>, zone: string, now: Date): RawPeriod => {
  const oldest = oldestDay(zone, now);
  if (from_date < oldest && from_date <= to_date) refuse('raw.tooOld', { days: rawDays, date: oldest });
  const period = periodOf('period', { from_date, to_date, frequency: 'day' }, zone);
  return { zone: period.zone, start: period.start, end: period.end };
};

/** The first day for which live raw data is available. */
export const oldestDay = (zone: string, now: Date): string => {
  const today = isoIn(knownZone(zone), now.getTime()).slice(0, 10);
  return new Date(Date.parse(`${today}T00:00:00Z`) - rawDays * dayMs).toISOString().slice(0, 10);
};

/** The kind and the date or date range (spec §7): `sessions-2026-11-01-2026-11-21.csv`. */
export const rawFileName = (kind: RawKind, from_date: string, to_date: string): string =>
  `${kind}-${from_date}${from_date === to_date ? '' : `-${to_date}`}.csv`;
