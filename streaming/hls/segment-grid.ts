/** The first few segments of a time on the air are short, so that a station can be played soon after it starts. */
const shortSegments = 3;
const shortUs = 2_000_000;

/** Seconds of audio in a segment, to a frame. */
export const longestSegment = 6;
const longUs = longestSegment * 1_000_000;
/** As many long segments as the short ones last together. */
const longInShort = (shortSegments * shortUs) / longUs;

/** Which segment of a time on the air has this place, µs since it began. */
export const segmentAt = (us: number): number => {
  const short = Math.floor(us / shortUs);
  return short < shortSegments ? short : shortSegments - longInShort + Math.floor(us / longUs);
};

/** Where a segment ends, µs since the time on the air began: with the last frame that begins before. */
export const segmentEnd = (segment: number): number =>
  segment < shortSegments ? (segment + 1) * shortUs : (segment + 1 - shortSegments + longInShort) * longUs;
