import { expect, test } from 'vitest';
import { chunkFailure, loadChunk } from './chunks.ts';

test('tells a style that failed from a script that failed', () => {
  expect(chunkFailure(new Error('Unable to preload CSS for /assets/a.css'))?.code).toBe('CSS_CHUNK_LOAD_FAILED');
  expect(chunkFailure(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))?.code).toBe(
    'chunk.script',
  );
  expect(chunkFailure(new Error('Importing a module script failed.'))?.code).toBe('chunk.script');
  expect(chunkFailure(new Error('x is not a function'))).toBeUndefined();
});

test('gives up on a part that does not come', async () => {
  const failed = await loadChunk(() => new Promise(() => undefined), 1).catch((thrown: unknown) => thrown);
  expect(chunkFailure(failed)?.code).toBe('chunk.script');
});
