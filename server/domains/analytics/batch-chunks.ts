import { setImmediate as immediate } from 'node:timers/promises';

const chunkSize = 500;

/** Yields a long list in chunks and lets other tasks run between them, so that a full batch does not delay requests. */
export async function* chunksWithYield<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += chunkSize) {
    if (from > 0) await immediate();
    yield list.slice(from, from + chunkSize);
  }
}

/**
 * Parses the lines of a batch chunk by chunk as they arrive, and lets other tasks run between chunks. Skips the
 * engine's own marks; unparsable lines become undefined.
 */
export async function* eventsOfLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield lines.filter((line) => !line.startsWith('{"marks":')).map(read);
    await immediate();
  }
}

const read = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
