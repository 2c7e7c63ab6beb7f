import { longestSegment, type Segmenter } from './segments.ts';

/** The current playlist of a station (RFC 8216): an endless sliding window with relative segment names. */
export function playlist(segmenter: Segmenter): string {
  const segments = segmenter.listed();
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longestSegment}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${segmenter.cutsBefore()}`,
  ];
  for (const { sequence, duration, codec, isCut } of segments) {
    if (isCut) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXTINF:${duration.toFixed(5)},`, `${sequence}.${codec}`);
  }
  return `${lines.join('\n')}\n`;
}
