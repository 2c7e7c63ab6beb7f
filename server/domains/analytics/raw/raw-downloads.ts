import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StationKey } from '#contract/rules/keys.ts';
import { rawData } from '#contract/api/raw-data.ts';
import { requestUrl } from '#contract/api/request.ts';
import { tokenLifetime } from '#contract/rules/tokens.ts';
import type { Person, RawResult } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { attachment } from '#server/kernel/http/reply.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as repo from './raw-data.repo.ts';
import { reportFile, rawFileName } from './raw-files.ts';

type Linking = Pick<Kernel, 'db' | 'clock' | 'tokens'>;
type File = Pick<repo.ExportRow, 'file' | 'filename' | 'bytes' | 'encoded'>;

/** A URL that downloads a file once, within a minute (design §10.4). */
export const createDownloadLink = async (
  deps: Linking,
  station: StationKey,
  file: File,
  person: string,
): Promise<string> => {
  const expires = new Date(deps.clock.now().getTime() + tokenLifetime.raw * 1000);
  const pass = await repo.createExport(deps.db, { ...file, station_key: station, expires });
  const token = await deps.tokens.sign('raw', station, person);
  return requestUrl(rawData.file, { params: { key: station, pass }, query: { token } });
};

/**
 * The link to a file that this user requested; `raw.reportGone` where it belongs to someone else, isn't ready or has
 * expired.
 */
export const createReportLink = async (
  deps: Linking,
  station: StationKey,
  id: string,
  who: Person,
): Promise<{ url: string }> => {
  const row = await repo.reportById(deps.db, id);
  if (row?.user_id !== who.id || row.station_key !== station || row.state !== 'ready') return refuse('raw.reportGone');
  const filename = rawFileName(row.kind, row.from_date, row.to_date);
  const file = { file: reportFile(id), filename, bytes: row.bytes, encoded: true };
  return { url: await createDownloadLink(deps, station, file, who.id) };
};

/** Sends the file of a download and invalidates it; the browser unpacks a file that is named as plain CSV. */
export const sendFile = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'storage' | 'log'>,
  { key, pass }: { key: StationKey; pass: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const download = (await repo.consumeExport(deps.db, pass, key, deps.clock.now())) ?? refuse('raw.linkOver');
  const stream = await deps.storage.read(download.file).catch((error: unknown) => {
    deps.log.error({ err: error, file: download.file }, 'a raw data file is missing in storage');
    return refuse('raw.archivesFailed');
  });
  const isUnpacked = download.encoded && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const filename = download.encoded && !isUnpacked ? `${download.filename}.gz` : download.filename;
  reply.header('cache-control', 'no-store').header('content-disposition', attachment(filename));
  if (!isUnpacked) return { stream, size: download.bytes };
  reply.header('content-encoding', 'gzip');
  return { stream, size: download.bytes, type: 'text/csv; charset=utf-8' };
};
