import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,streaming,web,player,brands,tools,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/services.ts'],
    // Files share two cores with real databases, encoders and players.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
