import type { SliceEvent } from '#contract/engine/engine.ts';
import { longestSegment, type Segment, type Segmenter } from './segments.ts';

/** The name of a segment of the programme. */
export const segmentName = ({ sequence, codec }: Segment): string => `${sequence}.${codec}`;

/**
 * The current playlist of a station (RFC 8216): an endless sliding window with relative segment names; `nameOf` may
 * name another segment of the same length instead. It begins with segment `first` at the earliest.
 */
export const playlist = (
  segmenter: Segmenter,
  nameOf: (segment: Segment) => string = segmentName,
  first = 0,
): string => {
  const listed = segmenter.listed();
  const segments = listed.filter(({ sequence }) => sequence >= first);
  const cutsSkipped = listed.filter(({ sequence, isCut }) => isCut && sequence < first).length;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longestSegment}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${segmenter.cutsBefore() + cutsSkipped}`,
  ];
  for (const segment of segments) {
    if (segment.isCut) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.begun).toISOString()}`);
    lines.push(`#EXTINF:${segment.duration.toFixed(5)},`, nameOf(segment));
  }
  return `${lines.join('\n')}\n`;
};

/**
 * The playlist with which a player begins: it names the playlist of this player alone, with the embedded player it is. Codecs are not declared, as a
 * station's format may change while it is played.
 */
export const playerPlaylist = (
  player: string,
  bitrate: number,
  { embed, site }: Pick<SliceEvent, 'embed' | 'site'> = {},
): string => {
  const query = new URLSearchParams({ l: player, ...(embed && { p: embed }), ...(site && { h: site }) });
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=${bitrate}\nlive.m3u8?${String(query)}\n`;
};
