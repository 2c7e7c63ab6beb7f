import { describe, expect, it } from 'vitest';
import { Episode } from '../api/episode.ts';
import { Podcast } from '../api/podcast.ts';
import { webAddress } from './web-address.ts';

const read = (written: string) => webAddress('website').safeParse(written);

describe('a web URL', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['  www.example.co.uk/a?b=c#d ', 'https://www.example.co.uk/a?b=c#d'],
    ['example.com:8000/live', 'https://example.com:8000/live'],
    ['example.com?x=1', 'https://example.com?x=1'],
    ['93.184.216.34:8000', 'https://93.184.216.34:8000'],
    ['[2001:db8::1]/live', 'https://[2001:db8::1]/live'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://Example.com/A', 'HTTPS://Example.com/A'],
    ['http://icecast:8000/live.mp3', 'http://icecast:8000/live.mp3'],
    ['http://user:secret@radio.example/live', 'http://user:secret@radio.example/live'],
    ['müsik.example/über', 'https://müsik.example/über'],
    ['radio_one.example', 'https://radio_one.example'],
    ['', ''],
  ])('%j is stored as %j', (written, kept) => {
    expect(read(written).data).toBe(kept);
  });

  it.each([
    'example',
    'not an address',
    'me@example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'mailto:me@example.com',
    '//example.com',
    '/path',
    'example..com',
    '-a.example',
    'http://',
    'http://?x',
    'example.com:99999',
    'https://[::x]/',
    'https://example.com/a b',
    'https://ex%ample.com',
  ])('%j is invalid, and the message names the field', (written) => {
    expect(read(written).error?.issues[0]?.message).toBe('The website field must be a valid URL');
  });

  it('accepts http:// if the field says so', () => {
    expect(webAddress('source URL', 'http').safeParse('radio.example:8000/live').data).toBe(
      'http://radio.example:8000/live',
    );
  });

  it('rejects long invalid text quickly', () => {
    for (const written of [`${'a-'.repeat(990)}!`, `${'a.'.repeat(990)}!`, `http://${'a@'.repeat(900)}`])
      expect(read(written).success).toBe(false);
  });
});

it('returns URLs stored under older rules unchanged', () => {
  const { link, funding } = Podcast.shape;
  expect(link.safeParse('https://-odd-.example:99999').success).toBe(true);
  expect(funding.safeParse([{ url: 'https://-odd-.example', label: 'Support us' }]).success).toBe(true);
  expect(Episode.shape.link.safeParse('https://-odd-.example').success).toBe(true);
});
