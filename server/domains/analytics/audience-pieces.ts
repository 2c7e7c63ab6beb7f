import type { Stretch } from '#server/platform/period.ts';

/** A stretch of time that sums of so many hours make up. */
export type Piece = Stretch & { hours: number };

const hourMs = 3_600_000;
/** The first Monday there is began so long after the epoch's first moment, a Thursday. */
const monday = 4 * 24 * hourMs;

/**
 * What a stretch of time is made of, in few sums of so many hours, the longest first: its whole weeks, days around them,
 * hours around those, and the ends that none of these make up.
 */
export const audiencePieces = (stretch: Stretch, steps: readonly number[]): { pieces: Piece[]; ends: Stretch[] } => {
  const { start, end } = stretch;
  if (end <= start) return { pieces: [], ends: [] };
  const [hours, ...shorter] = steps;
  if (hours === undefined) return { pieces: [], ends: [stretch] };
  const whole = wholeOf(stretch, hours);
  if (whole === undefined) return audiencePieces(stretch, shorter);
  const before = audiencePieces({ start, end: whole.start }, shorter);
  const after = audiencePieces({ start: whole.end, end }, shorter);
  return { pieces: [...before.pieces, whole, ...after.pieces], ends: [...before.ends, ...after.ends] };
};

const wholeOf = ({ start, end }: Stretch, hours: number): Piece | undefined => {
  const step = hours * hourMs;
  const first = Math.ceil((start - monday) / step) * step + monday;
  const last = Math.floor((end - monday) / step) * step + monday;
  return last > first ? { start: first, end: last, hours } : undefined;
};
