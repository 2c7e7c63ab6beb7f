import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, OutboundStream } from '#server/kernel/kernel.ts';
import { fetchFailed, statusFailed } from '#server/kernel/outbound/fetch-failure.ts';

type FileBounds = { maxBytes: number; timeoutMs: number; accept: string };

const stallMs = 30_000;
const gb = 1024 ** 3;

/**
 * Downloads a URL to a new file. `progress` gets 0 to 1, and stops the download by returning false. Refuses with
 * `outbound.refused`, also for a truncated response, and with `media.tooLarge`.
 */
export const fetchFile = async (
  { outbound }: Pick<Kernel, 'outbound'>,
  url: string,
  path: string,
  { maxBytes, timeoutMs, accept }: FileBounds,
  progress: (share: number) => boolean = () => true,
): Promise<void> => {
  const { body, ...answer } = await outbound.open(url, { timeoutMs, stallMs, accept });
  try {
    const length = lengthOf(answer);
    if (length !== undefined && length > maxBytes) tooLarge(maxBytes);
    let size = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > maxBytes) done(new Refusal('media.tooLarge', { max: sizeName(maxBytes) }, {}));
        else if (!progress(length === undefined ? 0 : size / length)) done(new FetchStopped());
        else done(null, chunk);
      },
    });
    await pipeline(body, counter, createWriteStream(path, { flags: 'w', mode: 0o640 })).catch(refuseTruncated);
    if (length !== undefined && size < length) throw fetchFailed('truncated');
    if (size === 0) refuse('outbound.refused', { reason: 'its response was empty' });
  } finally {
    body.destroy();
  }
};

/** The caller stopped the download. */
export class FetchStopped extends Error {}

const lengthOf = ({ status, headers }: Omit<OutboundStream, 'body'>): number | undefined => {
  if (status !== 200) throw statusFailed(status);
  const length = headers['content-length'];
  return typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
};

const sizeName = (bytes: number): string =>
  bytes >= gb ? `${Math.round(bytes / gb)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
const tooLarge = (maxBytes: number): never => refuse('media.tooLarge', { max: sizeName(maxBytes) });

const refuseTruncated = (error: unknown): never => {
  if (error instanceof Refusal || error instanceof FetchStopped) throw error;
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('media.storageFull');
  throw fetchFailed('truncated');
};
