import { defineConfig } from 'vitest/config';
import { longestFirst } from './tools/longest-first.ts';

/**
 * Files that don't change their process: they share processes, so that imports load once (a portal's modules take two
 * seconds of CPU). Every other file has its own process.
 */
const together = [
  '{contract,shared,player}/**/*.test.ts',
  'server/{domains,kernel,platform,testing}/**/*.test.ts',
  'server/engines/**/!(clickhouse).test.ts',
  'server/{brands.public-pages,from-memory,hostile-texts,internal-addresses,killed-jobs}.test.ts',
  'streaming/**/*.test.ts',
  'tools/!(commands|ways-out).test.ts',
];

/** The same for the pages, some of which import JSX. */
const pagesTogether = [
  'web/{features,lib,parts,ui}/**/!(preferences).test.{ts,tsx}',
  'web/app/{access,shell/*}.test.ts',
];

/** Files that mostly wait, for audio or another vendor's program: `npm test` runs them beside all others. */
const waiting = ['{server,streaming}/**/*.{realtime,foreign}.test.ts'];

/** Files that take half a minute or more. */
const longest = [
  'tools/commands.test.ts',
  'streaming/relay/failover.realtime.test.ts',
  'streaming/station/takeover.realtime.test.ts',
  'server/supervisor/supervisor.test.ts',
  'streaming/recorder/kill.realtime.test.ts',
  'tools/fuzz/fuzz.test.ts',
  'streaming/relay/relay.realtime.test.ts',
  'streaming/monitor/monitor.realtime.test.ts',
  // In turns with those of ClickHouse, which runs one change at a time.
  'server/domains/analytics/stats-property.test.ts',
  'server/kernel/auth/authorization.test.ts',
  'server/domains/people/invited-rights.test.ts',
  'server/domains/podcasts/import/podcast-import.test.ts',
  'server/domains/analytics/raw/raw-data.test.ts',
  'server/domains/analytics/rollups.test.ts',
  'server/domains/analytics/raw/raw-large.test.ts',
  'server/domains/analytics/questions/count-audience.test.ts',
];

/** Longer than any passing test takes, even on a busy machine. */
const shared = {
  testTimeout: 60_000,
  // Hooks create tables, on a cluster each on all replicas.
  hookTimeout: process.env.TEST_CLICKHOUSE_URL?.includes(',') ? 600_000 : 120_000,
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks',
  unstubGlobals: true,
} as const;

/** As in production, Node itself imports our TypeScript, from its cache of compiled code: no build, no requests to vitest. */
const native = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...native, name: 'together', include: together, exclude: waiting, isolate: false } },
      { test: { ...shared, name: 'pages together', include: pagesTogether, isolate: false } },
      { test: { ...shared, name: 'pages', include: ['web/**/*.test.{ts,tsx}'], exclude: pagesTogether } },
      { test: { ...native, name: 'waiting', include: waiting } },
      {
        test: {
          ...native,
          name: 'alone',
          include: ['{contract,shared,server,streaming,player,brands,tools,bench}/**/*.test.ts'],
          exclude: [...together, ...waiting],
        },
      },
    ],
    globalSetup: ['server/testing/services.ts'],
    // On two cores: one of them always waits for a database.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(longest) },
  },
});
