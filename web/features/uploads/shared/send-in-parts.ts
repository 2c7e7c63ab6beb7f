import type { DetailedError, Upload } from 'tus-js-client';
import { readError, requestError } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import type { UploadTask } from './upload-queue.ts';

/** One retry for an expired token only: failed uploads are not retried (spec §8). */
const retryDelays = [0];

/** The target of the parts: `id` distinguishes uploads of the same file, `token` authorizes them. */
type PartsTo = {
  id: string;
  token: () => Promise<string>;
  /** Drops the token so that the next one is new. */
  renew: () => void;
  /** Metadata besides name and type. */
  metadata?: Record<string, string>;
};

/**
 * Uploads a large file by tus (`/tus/`). If the connection fails, the upload fails; it resumes when the user uploads
 * the same file again, even after closing the page. Aborting also deletes the upload on the server.
 */
export const sendInParts = async (
  to: PartsTo,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadTask> => {
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

/** The HTTP status; 0 without a response. */
const statusOf = ({ originalResponse }: DetailedError): number => originalResponse?.getStatus() ?? 0;

/** Renews an expired token, once between two parts (spec §7). */
const isRenewed = (to: PartsTo, status: number, attempt: number): boolean => {
  if (status !== 401 || attempt > 0) return false;
  to.renew();
  return true;
};

const asApiError = (error: DetailedError): Error => {
  const body = error.originalResponse?.getBody() ?? '';
  return error.originalResponse ? readError(statusOf(error), body) : requestError('prompt.network');
};

/** The task ID equals the upload's ID. */
const idOf = ({ url }: Upload): string => url?.split('/').at(-1) ?? '';
