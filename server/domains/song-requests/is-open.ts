import type { ErrorCode } from '#contract/texts/errors.ts';
import { windowEnd } from '#contract/rules/presenter-windows.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { SongRequestSettings } from '#contract/api/song-requests.ts';

type Closed = Extract<ErrorCode, 'songRequest.off' | 'songRequest.notAutoDj' | 'songRequest.closed'>;

/** Why a station takes no requests at this time; undefined while it does. Its hours are on the clocks of the zone. */
export const whyClosed = (
  { enabled, only_autodj, hours }: SongRequestSettings,
  live: Pick<StationLive, 'status' | 'source'> | undefined,
  zone: string,
  now: Date,
): Closed | undefined => {
  if (!enabled) return 'songRequest.off';
  if (live?.status !== 'active') return 'songRequest.closed';
  if (only_autodj && live.source !== 'autodj') return 'songRequest.notAutoDj';
  return windowEnd(hours, zone || 'UTC', now.getTime()) === undefined ? 'songRequest.closed' : undefined;
};
