/**
 * A segment of a media playlist; `isCut`: its sound does not continue the one before; `at`: when its first sample was in
 * the stream, ms since the epoch, undefined if the playlist does not say.
 */
export type ListedSegment = { number: number; url: string; seconds: number; isCut: boolean; at: number | undefined };
/** Its segments are at most `targetSeconds` long. */
export type MediaPlaylist = { kind: 'segments'; targetSeconds: number; segments: ListedSegment[] };
export type Playlist = { kind: 'variants'; url: string } | MediaPlaylist;

/**
 * An HLS playlist (RFC 8216): the first variant of a multivariant one, else its segments. Throws if the text is no
 * playlist, as an error page is not.
 */
export const readPlaylist = (text: string, base: string): Playlist => {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines[0] !== '#EXTM3U') throw new Error('This is not an HLS playlist.');
  const variant = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  const uri = variant < 0 ? undefined : lines.slice(variant + 1).find(isUri);
  if (uri !== undefined) return { kind: 'variants', url: new URL(uri, base).href };
  const segments: ListedSegment[] = [];
  let number = Number(valueOf(lines, '#EXT-X-MEDIA-SEQUENCE:') ?? 0);
  let [seconds, isCut] = [0, false];
  let at: number | undefined;
  for (const line of lines) {
    if (line === '#EXT-X-DISCONTINUITY') isCut = true;
    else if (line.startsWith(dateTag)) at = Date.parse(line.slice(dateTag.length)) || undefined;
    else if (line.startsWith('#EXTINF:')) seconds = parseFloat(line.slice('#EXTINF:'.length));
    else if (isUri(line)) {
      segments.push({ number, url: new URL(line, base).href, seconds, isCut, at });
      number += 1;
      isCut = false;
      at = undefined;
    }
  }
  return { kind: 'segments', targetSeconds: Number(valueOf(lines, '#EXT-X-TARGETDURATION:') ?? 4), segments };
};

const dateTag = '#EXT-X-PROGRAM-DATE-TIME:';
const isUri = (line: string): boolean => line !== '' && !line.startsWith('#');
const valueOf = (lines: readonly string[], tag: string): string | undefined =>
  lines.find((line) => line.startsWith(tag))?.slice(tag.length);

/** Segments with which a player begins, at least. */
export const firstSegments = 2;
/** Time to ask for a segment that has just been listed, s. */
const askS = 1;

/**
 * The newest segments whose sound lasts until another one is listed, however long that is; none while the station has not
 * sent enough yet: its sound would stop at once.
 */
export const beginningOf = ({ targetSeconds, segments }: MediaPlaylist): readonly ListedSegment[] => {
  const lasting = (count: number): number => segments.slice(-count).reduce((sum, { seconds }) => sum + seconds, 0);
  for (let count = firstSegments; count <= segments.length; count++)
    if (lasting(count) >= targetSeconds + askS) return segments.slice(-count);
  return [];
};
