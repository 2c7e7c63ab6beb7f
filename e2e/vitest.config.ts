import { defineConfig } from 'vitest/config';
import { longestFirst } from '../tools/longest-first.ts';

/** What computes beside what mostly lets the product's own time go by. */
const longest = ['accessibility', 'alerts.realtime', 'recording.realtime', 'roles', 'logger.realtime'].map(
  (name) => `e2e/${name}.test.ts`,
);

/** Their claims are about time and sound, so nothing else runs beside them. */
const alone = ['slice', 'playlist', 'session', 'stations', 'chaos'].map((name) => `e2e/${name}.realtime.test.ts`);

const shared = {
  testTimeout: 150_000,
  hookTimeout: 600_000,
  // A page on a busy machine may take longer than the second that is usual.
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks',
  // No file changes anything of its process: what they import is read once.
  isolate: false,
} as const;

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'pages',
          include: ['e2e/**/*.test.ts'],
          exclude: alone,
          globalSetup: ['e2e/shared-service.ts'],
          // Two that compute and one that waits.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'alone',
          include: alone,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    sequence: { sequencer: longestFirst(longest) },
    bail: 0,
  },
});
