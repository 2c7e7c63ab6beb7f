import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { eventsOfLines } from './batch-chunks.ts';

const read = async (text: string, atOnce: number): Promise<unknown[]> => {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / atOnce) }, (_, i) =>
    bytes.slice(i * atOnce, (i + 1) * atOnce),
  );
  const found: unknown[] = [];
  for await (const some of eventsOfLines(Readable.from(pieces))) found.push(...some);
  return found;
};

it('parses every line, wherever the chunks are cut', async () => {
  const lines = [{ type: 'a', title: 'Grüße 🎙' }, { type: 'b', text: 'line\nbreak' }, { type: 'c' }];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (const atOnce of [1, 2, 3, 7, 20, 1000]) expect(await read(text, atOnce)).toEqual(lines);
});

it('skips marks, and returns undefined for unparsable lines', async () => {
  expect(await read('{"marks":{"edge":1}}\n{"type":"marks"}\n{"type":\n', 10)).toEqual([{ type: 'marks' }, undefined]);
});

it('ignores a line without an end', async () => {
  expect(await read('{"type":"a"}\n{"type":"b"}', 100)).toEqual([{ type: 'a' }]);
});
