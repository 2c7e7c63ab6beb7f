import { expect, it } from 'vitest';
import { encoderProfile } from './encoder-profiles.ts';

const settings = {
  icecast: { host: 'stream.example.com', port: 8000, mount: '/harbour', user: 'source', url: '' },
  shoutcast: { host: 'stream.example.com', port: 8000, direct_port: 8001, stream_id: 1 },
  format: { media_type: 'MP3', bitrate: 128_000, sample_rate: 44_100, channels: 2 },
};
const login = { user: 'anna', password: 'a&b<c' };

it('writes the configuration that BUTT imports', () => {
  const { filename, text } = encoderProfile('butt', 'Harbour [FM]; live', settings, login);
  expect(filename).toBe('Harbour FM live.butt.cfg');
  const sections = text.split(/^\[/m).map((part) => part.trim().split('\n'));
  expect(sections.map(([head]) => head)).toEqual(['', 'main]', 'audio]', 'Harbour FM live]']);
  expect(sections[1]).toEqual(expect.arrayContaining(['server = Harbour FM live', 'num_of_srv = 1']));
  expect(sections[2]).toEqual(expect.arrayContaining(['samplerate = 44100', 'bitrate = 128', 'codec = mp3']));
  expect(sections[3]).toEqual(
    expect.arrayContaining([
      ...['address = stream.example.com', 'port = 8000', 'password = a&b<c', 'type = 1'],
      ...['mount = harbour', 'usr = anna'],
    ]),
  );
});

it('writes a broadcast profile of Mixxx', () => {
  const { filename, text } = encoderProfile('mixxx', 'Harbour', settings, login);
  expect(filename).toBe('Harbour.bcp.xml');
  expect(text).toMatch(/^<!DOCTYPE broadcastprofile>\n<BroadcastProfile>\n/);
  for (const element of [
    '<Host>stream.example.com</Host>',
    '<Servertype>Icecast2</Servertype>',
    '<Login>anna</Login>',
    '<Password>a&amp;b&lt;c</Password>',
    '<Mountpoint>/harbour</Mountpoint>',
    '<Format>MP3</Format>',
    '<Bitrate>128</Bitrate>',
  ])
    expect(text).toContain(element);
});
