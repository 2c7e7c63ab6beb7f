import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, OutboundStream } from '#server/kernel/kernel.ts';

type FileBounds = { maxBytes: number; timeoutMs: number; accept: string };

const stallMs = 30_000;
const gb = 1024 ** 3;

/**
 * Writes what an address answers to a new file, bounded and told: `progress` hears 0 to 1, and ends it by giving false.
 * Refuses `outbound.refused` and `media.tooLarge`; what is cut short is refused too.
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
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > maxBytes) done(new Refusal('media.tooLarge', { max: sizeName(maxBytes) }, {}));
        else if (!progress(length === undefined ? 0 : size / length)) done(new Stopped());
        else done(null, chunk);
      },
    });
    await pipeline(body, count, createWriteStream(path, { flags: 'w', mode: 0o640 })).catch(brokenOff);
    if (length !== undefined && size < length) refuse('outbound.refused', { reason: 'its answer was cut short' });
    if (size === 0) refuse('outbound.refused', { reason: 'its answer was empty' });
  } finally {
    body.destroy();
  }
};

/** Nobody wants it any more. */
export class Stopped extends Error {}

const lengthOf = ({ status, headers }: Omit<OutboundStream, 'body'>): number | undefined => {
  if (status !== 200) refuse('outbound.refused', { reason: `it answered ${status}` });
  const given = headers['content-length'];
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
};

const sizeName = (bytes: number): string =>
  bytes >= gb ? `${Math.round(bytes / gb)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
const tooLarge = (maxBytes: number): never => refuse('media.tooLarge', { max: sizeName(maxBytes) });

const brokenOff = (error: unknown): never => {
  if (error instanceof Refusal || error instanceof Stopped) throw error;
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('media.storageFull');
  return refuse('outbound.refused', { reason: 'its answer was cut short' });
};
