import { defineConfig } from 'vitest/config';

const interop = 'streaming/interop/**';

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
          // Files share two cores with real databases, encoders and players.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'interop',
          include: [`${interop}/*.test.ts`],
          // A dozen foreign programs at once, measured by the clock: nothing else runs beside them, and one that was
          // late is asked again.
          maxWorkers: 1,
          fileParallelism: false,
          retry: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
