import { expect, test } from 'vitest';
import { streamUrls, streamBase } from './stream-urls.ts';

const settings = (allow_secure: boolean) =>
  ({
    settings: { allow_secure, hls: true, mp4: true, low_bitrate: 48_000 },
    ...{ streamname: 'tone', codec: 'mp3', bitrate: 128_000 },
  }) as never;
const tls = { cert: '', key: '' };

test('uses https if the streaming port has a certificate and the station allows secure streams', () => {
  const config = { streamUrl: 'https://radio.example:8000', tls };
  expect(streamBase(settings(true), config)).toBe('https://radio.example:8000');
  expect(streamBase(settings(false), config)).toBe('http://radio.example:8000');
});

test('uses the configured URL if a proxy terminates TLS, or there is no TLS', () => {
  expect(streamBase(settings(false), { streamUrl: 'https://cdn.example', tls: undefined })).toBe('https://cdn.example');
  expect(streamBase(settings(true), { streamUrl: 'http://radio.example:8000', tls: undefined })).toBe(
    'http://radio.example:8000',
  );
});

test('lists the URLs of stream, HLS and playlist files', () => {
  expect(streamUrls(settings(true), { streamUrl: 'https://radio.example:8000', tls })).toEqual({
    stream_url: 'https://radio.example:8000/tone',
    hls_url: 'https://radio.example:8000/hls/tone/index.m3u8',
    aac_url: 'https://radio.example:8000/tone.aac',
    low_url: 'https://radio.example:8000/tone-low',
    m3u_url: 'https://radio.example:8000/tone.m3u',
    pls_url: 'https://radio.example:8000/tone.pls',
  });
});
