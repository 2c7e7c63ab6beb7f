import { expect, test } from 'vitest';
import { beginningOf, readPlaylist } from './playlist.ts';

test('the first playlist names the one of this player', () => {
  const text = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=128000\nlive.m3u8?l=abc\n';
  expect(readPlaylist(text, 'http://s/hls/tone/index.m3u8')).toEqual({
    kind: 'variants',
    url: 'http://s/hls/tone/live.m3u8?l=abc',
  });
});

test('segments are numbered, and cuts belong to the segment that follows', () => {
  const text =
    '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2.0,\n7.mp3\n#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-11-27T10:00:00.250Z\n#EXTINF:5.9,\n8.aac\n';
  expect(readPlaylist(text, 'http://s/hls/tone/live.m3u8')).toEqual({
    kind: 'segments',
    targetSeconds: 6,
    segments: [
      { number: 7, url: 'http://s/hls/tone/7.mp3', seconds: 2, isCut: false, at: undefined },
      {
        number: 8,
        url: 'http://s/hls/tone/8.aac',
        seconds: 5.9,
        isCut: true,
        at: Date.UTC(2026, 10, 27, 10, 0, 0, 250),
      },
    ],
  });
});

test('an error page is no playlist', () => {
  expect(() => readPlaylist('<html>', 'http://s/')).toThrow('not an HLS playlist');
});

test.each([
  { lengths: [6, 6, 6], count: 2, why: 'two segments last longer than the next one' },
  { lengths: [6, 2, 2], count: 3, why: 'short segments: one more' },
  { lengths: [6], count: 0, why: 'a single one would be over before the next is there' },
  { lengths: [3.6, 2], count: 0, why: 'the station has just begun' },
  { lengths: [], count: 0, why: 'nothing yet' },
])('a player begins with $count of $lengths: $why', ({ lengths, count }) => {
  const segments = lengths.map((seconds, number) => ({ number, url: '', seconds, isCut: false, at: undefined }));
  expect(beginningOf({ kind: 'segments', targetSeconds: 6, segments })).toEqual(
    segments.slice(segments.length - count),
  );
});
