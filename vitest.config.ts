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
  'server/{hostile-texts,internal-addresses,killed-jobs}.test.ts',
  'streaming/**/!(*.realtime|*.foreign).test.ts',
  'web/{features,lib,parts,ui}/**/!(preferences).test.{ts,tsx}',
  'web/app/{access,shell/*}.test.ts',
  'tools/!(commands|ways-out).test.ts',
];

/** Files that take half a minute or more; those that mostly wait alternate with those that compute. */
const longest = [
  'tools/commands.test.ts',
  'streaming/relay/failover.realtime.test.ts',
  'server/domains/analytics/stats-property.test.ts',
  'server/supervisor/supervisor.test.ts',
  'streaming/station/takeover.realtime.test.ts',
  'server/domains/podcasts/import/podcast-import.test.ts',
  'tools/fuzz/fuzz.test.ts',
  'streaming/recorder/kill.realtime.test.ts',
  'streaming/relay/relay.realtime.test.ts',
  'server/domains/analytics/raw/raw-large.test.ts',
  'server/kernel/auth/authorization.test.ts',
  'streaming/monitor/monitor.realtime.test.ts',
];

/** Longer than any passing test takes, even on a busy machine. */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks',
  unstubGlobals: true,
} as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'together', include: together, isolate: false } },
      {
        test: {
          ...shared,
          name: 'tests',
          include: ['{contract,shared,server,streaming,web,player,brands,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: together,
        },
      },
    ],
    globalSetup: ['server/testing/services.ts'],
    // On two cores: some of them always wait, for audio in real time or for a database.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(longest) },
  },
});
