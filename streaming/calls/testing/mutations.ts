const interesting = [
  '\r\n',
  '\n',
  '"',
  '<',
  '>',
  ';',
  ',',
  ':',
  '=',
  '\\',
  ' ',
  '\u0000',
  '%',
  '-1',
  '99999999999',
  'sip:',
  'é',
];

/** What a message has in place of what is unique in it: its branch, call, caller and sequence number. */
export const mark = '1000000000';

/**
 * Mutations of a message, the same for the same seed: bytes changed, removed, repeated, and odd ones inserted. Where
 * `mark` is left, it becomes another number in each, above those before, so that none is taken for a repetition.
 */
export function* mutated(original: Buffer, count: number, seed: number): Generator<Buffer> {
  let state = seed >>> 0;
  // Mulberry32.
  const random = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  for (let made = 0; made < count; made++) {
    let bytes = Buffer.from(original);
    for (let changes = 1 + random(4); changes > 0; changes--) {
      const at = random(bytes.length);
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
      const kind = random(5);
      if (kind === 0) bytes[at] = random(256);
      if (kind === 1) bytes = Buffer.concat([before, after.subarray(1 + random(20))]);
      if (kind === 2) bytes = Buffer.concat([before, after.subarray(0, random(40)), after]);
      if (kind === 3) bytes = Buffer.concat([before, Buffer.from(interesting[random(interesting.length)]!), after]);
      if (kind === 4) bytes = Buffer.concat([before, Buffer.alloc(random(300), random(256)), after]);
      if (bytes.length === 0) break;
    }
    yield replaceAll(bytes, mark, String(Number(mark) + seed * 1_000_000 + made));
  }
}

const replaceAll = (bytes: Buffer, text: string, by: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(text, by), 'latin1');
