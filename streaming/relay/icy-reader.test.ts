import { describe, expect, it } from 'vitest';
import { metadataBlock } from '#streaming/edge/icy.ts';
import { createIcyReader } from './icy-reader.ts';

const interval = 100;
const sound = Buffer.from(Array.from({ length: interval }, (_, at) => at));

/** What is told and heard where the stream arrives in pieces of `size`. */
function read(stream: Buffer, size: number): { titles: string[]; heard: Buffer } {
  const titles: string[] = [];
  const reader = createIcyReader(interval, (title, url) => titles.push(`${title}|${url}`));
  const heard: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size) heard.push(...reader(stream.subarray(at, at + size)));
  return { titles, heard: Buffer.concat(heard) };
}

const block = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text);
  const whole = Buffer.alloc(1 + Math.ceil(bytes.length / 16) * 16);
  whole[0] = (whole.length - 1) / 16;
  bytes.copy(whole, 1);
  return whole;
};

describe('ICY metadata', () => {
  it.each([1, 7, 100, 1000])('is taken out of what arrives in pieces of %i bytes', (size) => {
    const blocks = [metadataBlock('One - A', ''), Buffer.alloc(1), metadataBlock('Two - B', 'https://two.example/')];
    const { titles, heard } = read(Buffer.concat(blocks.flatMap((one) => [sound, one])), size);
    expect(titles).toEqual(['One - A|', 'Two - B|https://two.example/']);
    expect(heard).toEqual(Buffer.concat([sound, sound, sound]));
  });

  it.each([
    ['quotes', "StreamTitle='Don't - It's';StreamUrl='';", "Don't - It's|"],
    ['Latin-1', Buffer.from("StreamTitle='Caf\u00e9';", 'latin1'), 'Café|'],
    ['UTF-8', "StreamTitle='Ελλάδα';", 'Ελλάδα|'],
    ['no title', "StreamTitle='';", '|'],
    ['control characters', "StreamTitle='a\r\nb';", 'a b|'],
    ['a foreign scheme', "StreamTitle='a';StreamUrl='javascript:alert(1)';", 'a|'],
  ])('is read with %s', (_, text, told) => {
    expect(read(Buffer.concat([sound, block(text), sound]), 1000).titles).toEqual([told]);
  });

  it('tells nothing where a block has no title, and a title once', () => {
    const same = block("StreamTitle='a';");
    const { titles } = read(Buffer.concat([sound, block('nonsense'), sound, same, sound, same]), 1000);
    expect(titles).toEqual(['a|']);
  });
});
