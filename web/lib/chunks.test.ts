import { expect, test } from 'vitest';
import { chunkFailure, loadChunk } from './chunks.ts';

test('distinguishes failed styles from failed scripts', () => {
  expect(chunkFailure(new Error('Unable to preload CSS for /assets/a.css'))?.code).toBe('CSS_CHUNK_LOAD_FAILED');
  expect(chunkFailure(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))?.code).toBe(
    'chunk.script',
  );
  expect(chunkFailure(new Error('Importing a module script failed.'))?.code).toBe('chunk.script');
  expect(chunkFailure(new Error('x is not a function'))).toBeUndefined();
});

test('fails when a chunk does not load in time', async () => {
  const failed = await loadChunk(() => new Promise(() => undefined), 1).catch((thrown: unknown) => thrown);
  expect(chunkFailure(failed)?.code).toBe('chunk.script');
});
