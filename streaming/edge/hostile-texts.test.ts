import { expect, it } from 'vitest';
import { hostileTexts } from '#contract/testing/hostile-texts.ts';
import { cleanTitle } from '#streaming/base/form.ts';
import { metadataBlock } from './icy.ts';
import { streamHead } from './replies.ts';

const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
const headOf = (text: string): string[] =>
  streamHead({ format, name: text, description: text, genre: text, website: text, public: true } as never, true)
    .toString('utf8')
    .split(/[\r\n]+/);

it.each(hostileTexts.map((text) => [text]))('%j breaks neither a header nor a title', (text) => {
  expect(headOf(text).map((line) => line.split(':')[0])).toEqual(headOf('Words').map((line) => line.split(':')[0]));
  const title = cleanTitle(text);
  expect(title).not.toMatch(/[\u0000-\u001F\u007F]/);
  for (const one of [text, title]) {
    const block = metadataBlock(one, 'https://radio.example/').subarray(1).toString('utf8').replace(/\0+$/, '');
    expect(block).toMatch(/^StreamTitle='((?!';).)*';StreamUrl='https:\/\/radio\.example\/';$/su);
  }
});
