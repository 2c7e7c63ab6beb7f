import { setImmediate as othersTurn } from 'node:timers/promises';

/**
 * What the lines of a batch say, piece by piece as they come, with everybody else's turn between the pieces; marks of the
 * engine's own left out, and what can't be read as undefined.
 */
export async function* eventsOfLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield lines.filter((line) => !line.startsWith('{"marks":')).map(read);
    await othersTurn();
  }
}

const read = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
