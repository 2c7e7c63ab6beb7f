import { defineConfig } from 'vitest/config';
import { longestFirst } from '../tools/longest-first.ts';

/** Files that take half a minute or more; those that compute alternate with those that mostly wait. */
const longest = [
  'accessibility',
  'brands',
  'alerts.realtime',
  'recording.realtime',
  'roles',
  'slice.realtime',
  'accounts',
  'logger.realtime',
  'portal',
  'chaos.realtime',
  'advertising',
  'stations.realtime',
  'library',
  'playlist.realtime',
  'profile',
  'session.realtime',
  'security',
  'ad-server-spots.realtime',
  'failures',
  'on-air.realtime',
  'knowing',
  'own-portal',
  'hostile-texts',
  'daily-work',
].map((name) => `e2e/${name}.test.ts`);

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    name: 'pages',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/shared-service.ts'],
    setupFiles: ['e2e/show-failed-pages.ts'],
    testTimeout: 150_000,
    hookTimeout: 600_000,
    // A page on a busy machine may take longer than the usual second.
    expect: { poll: { timeout: 30_000, interval: 200 } },
    pool: 'forks',
    // As in production, Node itself imports our TypeScript, from its cache of compiled code.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // No file changes its process, so the imports are loaded once.
    isolate: false,
    // On two cores: two or three compute, the others wait.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(longest) },
  },
});
