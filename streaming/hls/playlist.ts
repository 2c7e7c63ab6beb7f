import type { SliceEvent } from '#contract/engine/engine.ts';
import { longestSegment } from './segment-grid.ts';
import type { Segment, Segmenter } from './segments.ts';

/**
 * The name of a segment: the programme's says its time on the air too, so that no other sound ever has it; `lane`: what some hear instead.
 */
export const segmentName = ({ sequence, since, codec }: Segment, lane?: string): string =>
  `${sequence}-${since}${lane === undefined ? '' : `.${lane}`}.${codec}`;

/**
 * The current playlist of a station (RFC 8216): an endless sliding window with the URLs of its segments, of which `nameOf` may
 * name another one of the same length. It begins with segment `first` at the earliest.
 */
export const playlist = (
  segmenter: Segmenter,
  nameOf: (segment: Segment) => string = segmentName,
  first = 0,
): string => {
  const segments = segmenter.listed().filter(({ sequence }) => sequence >= first);
  const oldest = segments[0];
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longestSegment}`,
    `#EXT-X-MEDIA-SEQUENCE:${oldest?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${oldest ? oldest.cuts - Number(oldest.isCut) : 0}`,
  ];
  for (const [at, segment] of segments.entries()) {
    if (at === 0 ? segment.isCut : segment.cuts !== segments[at - 1]!.cuts) lines.push('#EXT-X-DISCONTINUITY');
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
