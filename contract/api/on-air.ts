import type { StationLive } from './session.ts';

/** Whether the station plays one of its own sources: neither silence nor nothing. */
export const isPlayingSource = <L extends Pick<StationLive, 'status' | 'source'>>(live: L | undefined): live is L =>
  live?.status === 'active' && live.source !== 'silence' && live.source !== 'none';
