import type { UplinkState } from './uplink/uplink.ts';

export type AirLamp = 'off' | 'waiting' | 'live' | 'lost' | 'ended';

/** What the panel says about a connection: `live` only once listeners hear it. */
export const airText = ({
  phase,
  air,
  since,
}: Pick<UplinkState, 'phase' | 'air' | 'since'>): { state: AirLamp; text: string } => {
  if (phase === 'off') return { state: 'off', text: 'Not sending' };
  if (phase === 'ended') return { state: 'ended', text: 'Your broadcast has ended' };
  if (phase === 'reconnecting') return { state: 'lost', text: 'Connection lost, connecting again…' };
  if (phase === 'connecting') return { state: 'waiting', text: 'Connecting…' };
  if (air?.live === true) return { state: 'live', text: 'You are on the air' };
  return { state: 'waiting', text: since === null ? 'Connecting…' : 'Connected, on the air in a moment…' };
};
