import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface TaskMeta {
    /** What the pages of a failed test show. */
    shown?: string[];
  }
}

/* The report of a failed test says what its pages show, as a failed wait only tells what was not there. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') task.meta.shown = await openPages();
});
