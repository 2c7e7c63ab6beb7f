import { describe, expect, it } from 'vitest';
import { metadataBlock } from '#streaming/edge/icy.ts';
import { createIcyReader } from './icy-reader.ts';

const interval = 100;
const audio = Buffer.from(Array.from({ length: interval }, (_, at) => at));

/** The titles and audio of a stream that arrives in pieces of `size` bytes. */
const read = (stream: Buffer, size: number): { titles: string[]; received: Buffer } => {
  const titles: string[] = [];
  const reader = createIcyReader(interval, (title, url) => titles.push(`${title}|${url}`));
  const received: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size) received.push(...reader(stream.subarray(at, at + size)));
  return { titles, received: Buffer.concat(received) };
};

const block = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text);
  const whole = Buffer.alloc(1 + Math.ceil(bytes.length / 16) * 16);
  whole[0] = (whole.length - 1) / 16;
  bytes.copy(whole, 1);
  return whole;
};

describe('ICY metadata', () => {
  it.each([1, 7, 100, 1000])('is extracted from pieces of %i bytes', (size) => {
    const blocks = [metadataBlock('One - A', ''), Buffer.alloc(1), metadataBlock('Two - B', 'https://two.example/')];
    const { titles, received } = read(Buffer.concat(blocks.flatMap((one) => [audio, one])), size);
    expect(titles).toEqual(['One - A|', 'Two - B|https://two.example/']);
    expect(received).toEqual(Buffer.concat([audio, audio, audio]));
  });

  it.each([
    ['quotes', "StreamTitle='Don't - It's';StreamUrl='';", "Don't - It's|"],
    ['Latin-1', Buffer.from("StreamTitle='Caf\u00e9';", 'latin1'), 'Café|'],
    ['UTF-8', "StreamTitle='Ελλάδα';", 'Ελλάδα|'],
    ['no title', "StreamTitle='';", '|'],
    ['control characters', "StreamTitle='a\r\nb';", 'a b|'],
    ['a foreign scheme', "StreamTitle='a';StreamUrl='javascript:alert(1)';", 'a|'],
  ])('is read with %s', (_, text, expected) => {
    expect(read(Buffer.concat([audio, block(text), audio]), 1000).titles).toEqual([expected]);
  });

  it('reports nothing for a block without title, and each title once', () => {
    const same = block("StreamTitle='a';");
    const { titles } = read(Buffer.concat([audio, block('nonsense'), audio, same, audio, same]), 1000);
    expect(titles).toEqual(['a|']);
  });
});
