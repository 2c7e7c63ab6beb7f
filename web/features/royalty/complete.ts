import type { RoyaltyRecording } from '#contract/api/royalty.ts';

type RecordingFields = Pick<RoyaltyRecording, 'artist' | 'album' | 'label' | 'isrc'>;

/** The missing fields of a recording: its artist, and an ISRC unless it has both album and label. */
export const missingOf = ({ artist, album, label, isrc }: RecordingFields): string[] => {
  const missing = artist === '' ? ['Artist'] : [];
  if (isrc !== '' || (album !== '' && label !== '')) return missing;
  if (album !== '') return [...missing, 'ISRC or label'];
  return [...missing, label !== '' ? 'ISRC or album' : 'ISRC, or album and label'];
};

/** Formats `USRC17607839` as `US-RC1-76-07839`. */
export const dashed = (isrc: string): string =>
  isrc.length === 12 ? [isrc.slice(0, 2), isrc.slice(2, 5), isrc.slice(5, 7), isrc.slice(7)].join('-') : isrc;
