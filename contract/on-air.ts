import type { StationLive } from './session.ts';

/** Whether something of the station's own is on the air: not silence, and not nothing. */
export const isHeard = <L extends Pick<StationLive, 'status' | 'source'>>(live: L | undefined): live is L =>
  live?.status === 'active' && live.source !== 'silence' && live.source !== 'none';
