import type { DetailedError, Upload } from 'tus-js-client';
import { readError, requestError } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import type { Sent } from './upload-queue.ts';

/** One attempt more, for a token that has run out: an upload that fails is not tried again by itself (spec §8). */
const retryDelays = [0];

/** To whom the parts go: what tells one upload of a file from another, and the bearer that lets them in. */
type PartsTo = {
  id: string;
  token: () => Promise<string>;
  /** Makes the next token a new one. */
  renew: () => void;
  /** What is said of the file besides its name and type. */
  metadata?: Record<string, string>;
};

/**
 * Sends a large file by tus (`/tus/`). It fails with the connection, and continues where it ended when the person sends
 * the same file again, also after the page was closed. Aborting gives the upload up on the server, too.
 */
export const sendInParts = async (
  to: PartsTo,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Sent> => {
  const tus = await loadChunk(() => import('tus-js-client'));
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new tus.Upload(file, {
    endpoint: '/tus/',
    metadata: { ...to.metadata, filename: file.name, type: file.type },
    retryDelays,
    fingerprint: () => Promise.resolve(`skywave ${to.id} ${file.name} ${file.size} ${file.lastModified}`),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      request.setHeader('Authorization', `Bearer ${await to.token()}`);
    },
    onShouldRetry: (error, attempt) => isRenewed(to, statusOf(error as DetailedError), attempt),
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    onError: (error) => reject(asApiError(error as DetailedError)),
    onSuccess: () => resolve(idOf(upload)),
  });
  signal.addEventListener('abort', () => {
    upload.abort(true).catch(() => undefined);
    reject(signal.reason as Error);
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return { task: await promise, status: 'PROCESSING', data: null, duplicate: false };
};

/** 0 where nothing answered. */
const statusOf = ({ originalResponse }: DetailedError): number => originalResponse?.getStatus() ?? 0;

/** Renews a token that has run out, once between two parts (spec §7). */
const isRenewed = (to: PartsTo, status: number, attempt: number): boolean => {
  if (status !== 401 || attempt > 0) return false;
  to.renew();
  return true;
};

const asApiError = (error: DetailedError): Error => {
  const body = error.originalResponse?.getBody() ?? '';
  return error.originalResponse ? readError(statusOf(error), body) : requestError('prompt.network');
};

/** The task of an upload has its id. */
const idOf = ({ url }: Upload): string => url?.split('/').at(-1) ?? '';
