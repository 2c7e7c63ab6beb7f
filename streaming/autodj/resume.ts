import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { Position } from './position.ts';
import type { SavedProgress } from './saved-progress.ts';

/** The most recent plays that another engine learns of, for separation: more would make each report long. */
const reportedPlays = 60;

/** What the portal learns of a position; undefined for one that an older engine saved. */
export const reportedPosition = ({
  offset_ms,
  at,
  playing,
  progress,
  ...own
}: Position): AutoDjPosition | undefined => {
  if (offset_ms === undefined || at === undefined) return undefined;
  const { generation, track, index, round } = own;
  const plays = progress?.plays.split(' ').slice(-reportedPlays).join(' ') ?? '';
  return {
    ...{ generation, track, index, round, at, offset_ms, playing: playing ?? false },
    ...(progress && { progress: { ...structuredClone(withoutParts(progress)), plays } }),
  };
};

/** Where to start a station: at what this engine saved, or where another engine was later. */
export const startingPosition = (
  saved: Position | undefined,
  { resume, autodj }: Pick<StationDesired, 'resume' | 'autodj'>,
  now: number,
): Position | undefined => {
  if (!resume || (saved && (saved.at ?? Infinity) >= resume.at)) return saved;
  const { generation, track, index, round, at, playing, progress } = resume;
  const offset_ms = resume.offset_ms + (playing ? Math.max(0, now - at) : 0);
  const offset = offsetIn(autodj, track, offset_ms);
  const position = { generation, track, index, round, offset, offset_ms, at, playing };
  return progress ? { ...position, progress: progress as SavedProgress } : position;
};

/** The byte at which a track is after so many ms; the end of the file, where it would be over. */
const offsetIn = ({ items, others = [], jingles = [] }: StationDesired['autodj'], key: string, ms: number): number => {
  const item = [...items, ...others, ...jingles].find((one) => one.key === key);
  if (!item?.bytes || item.duration_ms <= 0) return 0;
  return Math.floor(Math.min(ms / item.duration_ms, 1) * item.bytes);
};

const withoutParts = ({ parts: _parts, ...progress }: SavedProgress): Omit<SavedProgress, 'parts'> => progress;
