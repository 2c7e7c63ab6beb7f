import type { AirState } from '#streaming/station/air.ts';

export type SourceState = {
  /** Since when what is on the air is on the air, ms since the epoch. */
  source_since: number;
  /** Since when the encoder that was live is missing; null while it is there, or where none was. */
  encoder_lost: number | null;
};

/** Where a station's sound comes from, and since when; silence put in for want of sound and the end of it are one. */
export function nextSource(before: (SourceState & Seen) | undefined, now: Seen, at: number): SourceState & Seen {
  const { source, status } = now;
  const isSource = before?.source === source || (isNothing(before?.source) && isNothing(source));
  const isSame = isSource && before !== undefined && (before.status === 'inactive') === (status === 'inactive');
  const isLost = before?.source === 'live' && source !== 'live';
  const encoder_lost = source === 'live' || status === 'inactive' ? null : isLost ? at : (before?.encoder_lost ?? null);
  return { source, status, source_since: isSame ? before.source_since : at, encoder_lost };
}

export type Seen = Pick<AirState, 'source' | 'status'>;

const isNothing = (source: Seen['source'] | undefined): boolean => source === 'silence' || source === 'none';
