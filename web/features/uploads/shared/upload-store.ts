import { useSyncExternalStore } from 'react';
import type { FailureCode } from '#contract/texts/errors/failures.ts';
import { limits } from '#contract/rules/limits.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { failureOf } from '#web/lib/error-of.ts';
import {
  createUploadQueue,
  type UploadTask,
  type UploadFile,
  type Uploads,
  type UploadTarget,
} from './upload-queue.ts';
import { showUploadTray } from './upload-tray-state.ts';

/** All uploads of this page; they continue across screens. */
export const uploads = createUploadQueue(
  (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  limits.uploadPollMs,
);

/** Queues files and shows the tray. */
export const upload = (target: UploadTarget, files: readonly UploadFile[]): void => {
  showUploadTray();
  uploads.enqueue(target, files);
};

/** Follows an upload that was sent by other means and shows the tray. */
export const follow = (target: UploadTarget, file: UploadFile, sent: UploadTask): void => {
  showUploadTray();
  uploads.follow(target, file, sent);
};

/** The error text of a failed task or call, or the text of `code` without one (spec §8). */
export const failureText = (code: FailureCode, thrown: unknown): string =>
  thrown instanceof Error && thrown.name === 'Error' && thrown.message !== ''
    ? thrown.message
    : asApiError(failureOf(code, thrown)).text;

/** The current uploads of this page. */
export const useUploads = (): Uploads => useSyncExternalStore(uploads.subscribe, uploads.state);
