import { expect, test } from 'vitest';
import { readEvents } from './event-stream.ts';

const streamOf = (...pieces: string[]): ReadableStream<Uint8Array> =>
  new Blob(pieces).stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
      transform: (chunk, out) => {
        // One byte at a time: an event may be split anywhere, even within a character.
        for (const byte of chunk) out.enqueue(Uint8Array.of(byte));
      },
    }),
  );

test('joins events however they are split, and skips comments', async () => {
  const found = [];
  const stream = streamOf(':hello\n\nevent: station\ndata: {"title":"Ñandú"}\n\nevent: ping\r\ndata: 1\r\n\r\n');
  for await (const event of readEvents(stream)) found.push(event);
  expect(found).toEqual([
    { event: 'station', data: '{"title":"Ñandú"}' },
    { event: 'ping', data: '1' },
  ]);
});
