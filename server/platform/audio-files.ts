import type { AudioKind } from '#server/engines/audio/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** The file extension and MIME type of each kind of audio file. */
export const audioFiles: Record<AudioKind, { ending: string; type: string }> = {
  mp3: { ending: 'mp3', type: 'audio/mpeg' },
  aac: { ending: 'aac', type: 'audio/aac' },
  flac: { ending: 'flac', type: 'audio/flac' },
  wav: { ending: 'wav', type: 'audio/wav' },
  mov: { ending: 'm4a', type: 'audio/mp4' },
  ogg: { ending: 'ogg', type: 'audio/ogg' },
};

const maxNameLength = 300;

/** The uploaded file's name for display: its last path segment on one line. Never used as a path. */
export const displayName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
      .slice(0, maxNameLength)
      .toWellFormed() || 'Untitled'
  );
};

/** Turns a disk-full error into a refusal; rethrows anything else. */
export const refuseIfDiskFull = (error: unknown): never => {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('media.storageFull');
  throw error;
};
