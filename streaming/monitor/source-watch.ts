import type { AirState } from '#streaming/base/station-state.ts';

export type SourceState = {
  /** When the current source started, ms since the epoch. */
  source_since: number;
  /** When the live encoder was lost; null while it is connected, or if there was none. */
  encoder_lost: number | null;
};

/** The station's source, and when it started; filler silence and no output count as one source. */
export const nextSource = (before: (SourceState & Seen) | undefined, now: Seen, at: number): SourceState & Seen => {
  const { source, status } = now;
  const isSource = before?.source === source || (isNothing(before?.source) && isNothing(source));
  const isSame = isSource && before !== undefined && (before.status === 'inactive') === (status === 'inactive');
  const isLost = before?.source === 'live' && source !== 'live';
  const encoder_lost = source === 'live' || status === 'inactive' ? null : isLost ? at : (before?.encoder_lost ?? null);
  return { source, status, source_since: isSame ? before.source_since : at, encoder_lost };
};

export type Seen = Pick<AirState, 'source' | 'status'>;

const isNothing = (source: Seen['source'] | undefined): boolean => source === 'silence' || source === 'none';
