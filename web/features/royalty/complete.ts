import type { RoyaltyRecording } from '#contract/royalty.ts';

type Named = Pick<RoyaltyRecording, 'artist' | 'album' | 'label' | 'isrc'>;

/** What a report lacks of a recording: its artist, and an ISRC unless album and label are both there. */
export const missingOf = ({ artist, album, label, isrc }: Named): string[] => {
  const found = artist === '' ? ['Artist'] : [];
  if (isrc !== '' || (album !== '' && label !== '')) return found;
  if (album !== '') return [...found, 'ISRC or label'];
  return [...found, label !== '' ? 'ISRC or album' : 'ISRC, or album and label'];
};

/** `USRC17607839` as people write it: `US-RC1-76-07839`. */
export const dashed = (isrc: string): string =>
  isrc.length === 12 ? [isrc.slice(0, 2), isrc.slice(2, 5), isrc.slice(5, 7), isrc.slice(7)].join('-') : isrc;
