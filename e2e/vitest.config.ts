import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['e2e/**/*.test.ts'],
    // Each file runs the whole product; two of them at once would measure each other.
    fileParallelism: false,
    testTimeout: 150_000,
    hookTimeout: 120_000,
    // A page on a busy machine may take longer than the second that is usual.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    bail: 0,
  },
});
