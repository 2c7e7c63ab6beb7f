import type { DetailedError, Upload } from 'tus-js-client';
import { readError, requestError } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import type { Sent } from './upload-queue.ts';

/** How long is waited before it goes on again after a lost connection, ms; progress begins them anew. */
const retryDelays = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000];

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
 * Sends a large file by tus (`/tus/`): it goes on where it was after a lost connection, and when the same file is chosen
 * again after the page was closed. Aborting gives the upload up on the server, too.
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
    onShouldRetry: (error, attempt) => shouldGoOn(to, statusOf(error as DetailedError), attempt),
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

/** A token that has run out is renewed once; what the server refuses is not sent again (spec §4). */
const shouldGoOn = (to: PartsTo, status: number, attempt: number): boolean => {
  if (status === 401) {
    to.renew();
    return attempt === 0;
  }
  return status === 0 || status === 409 || status >= 500;
};

const asApiError = (error: DetailedError): Error => {
  const body = error.originalResponse?.getBody() ?? '';
  return error.originalResponse ? readError(statusOf(error), body) : requestError('prompt.network');
};

/** The task of an upload has its id. */
const idOf = ({ url }: Upload): string => url?.split('/').at(-1) ?? '';
