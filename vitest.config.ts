import { defineConfig } from 'vitest/config';
import { longestFirst } from './tools/longest-first.ts';

const interop = 'streaming/interop/**';

/** Files of half a minute and more; those that mostly wait alternate with those that compute. */
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

/** Nothing that ends well takes this long: what is waited for is there, or fails, long before, except on a machine that is busy. */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks',
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'tests',
          include: ['{contract,server,streaming,web,player,brands,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: [interop],
          globalSetup: ['server/testing/services.ts'],
          // Two that compute and one that waits, for the databases, encoders and players it started: measured on two cores.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'interop',
          include: [`${interop}/*.test.ts`],
          // A dozen programs of others at once, each with a clock of its own: nothing else runs beside them.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    sequence: { sequencer: longestFirst(longest) },
  },
});
