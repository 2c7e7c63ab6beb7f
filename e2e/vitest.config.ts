import { defineConfig } from 'vitest/config';
import { longestFirst } from '../tools/longest-first.ts';

/** Files that compute alternate with files that mostly wait. */
const longest = [
  'accessibility',
  'alerts.realtime',
  'recording.realtime',
  'accounts',
  'security',
  'session.realtime',
  'shell',
  'chaos.realtime',
  'failures',
  'slice.realtime',
  'portal',
  'profile',
  'logger.realtime',
].map((name) => `e2e/${name}.test.ts`);

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    name: 'pages',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/shared-service.ts'],
    testTimeout: 150_000,
    hookTimeout: 600_000,
    // A page on a busy machine may take longer than the usual second.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // No file changes its process, so the imports are loaded once.
    isolate: false,
    // On two cores: two or three compute, the others wait.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(longest) },
  },
});
