import type { AudioKind } from '#server/engines/audio/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** What is known of each kind of file: the ending it is kept under, and what it is served as. */
export const audioFiles: Record<AudioKind, { ending: string; type: string }> = {
  mp3: { ending: 'mp3', type: 'audio/mpeg' },
  aac: { ending: 'aac', type: 'audio/aac' },
  flac: { ending: 'flac', type: 'audio/flac' },
  wav: { ending: 'wav', type: 'audio/wav' },
  mov: { ending: 'm4a', type: 'audio/mp4' },
  ogg: { ending: 'ogg', type: 'audio/ogg' },
};

const longestName = 300;

/** The uploaded name as it is shown: its last part on one line. Nothing is ever stored under it. */
export const shownName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
      .slice(0, longestName)
      .toWellFormed() || 'Untitled'
  );
};

/** Says that the disk is full where that is why; anything else passes on. */
export const outOfRoom = (error: unknown): never => {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('media.storageFull');
  throw error;
};
