import { useSyncExternalStore } from 'react';
import type { FailureCode } from '#contract/errors/failures.ts';
import { limits } from '#contract/limits.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { failureOf } from '#web/lib/error-of.ts';
import { createUploadQueue, type Sent, type UploadFile, type Uploads, type UploadTarget } from './upload-queue.ts';
import { beginUploads } from './uploads-begun.ts';

/** The uploads of this page, whatever they are for; they go on while screens change. */
export const uploads = createUploadQueue(
  (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  limits.uploadPollMs,
);

/** Puts files into the queue; the tray shows from then on. */
export const upload = (target: UploadTarget, files: readonly UploadFile[]): void => {
  beginUploads();
  uploads.enqueue(target, files);
};

/** Follows what was sent by other means; the tray shows from then on. */
export const follow = (target: UploadTarget, file: UploadFile, sent: Sent): void => {
  beginUploads();
  uploads.follow(target, file, sent);
};

/** What a task or a call said of its failure; the text of `code` where it said nothing (spec §8). */
export const failureText = (code: FailureCode, thrown: unknown): string =>
  thrown instanceof Error && thrown.name === 'Error' && thrown.message !== ''
    ? thrown.message
    : asApiError(failureOf(code, thrown)).text;

/** The uploads of this page, as they change. */
export const useUploads = (): Uploads => useSyncExternalStore(uploads.subscribe, uploads.state);
