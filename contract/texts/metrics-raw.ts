import type { Metric } from './metrics.ts';

const slices = 'slices of the session that lie in the period';
const of = (label: string, definition: string, formula: string, source = slices): Metric => ({
  label,
  definition,
  formula,
  source,
});

/** The columns of raw data files: `raw_` and the column's name. */
export const rawMetrics = {
  raw_session: of('session', 'ID of this session, from connect to disconnect.', 'assigned by the streaming server'),
  raw_started: of('started', 'When the session began, in the station’s time zone.', 'min(started)'),
  raw_ended: of(
    'ended',
    'When the session ended. Empty if it was still open at the end of the period, or is open now.',
    'until of the last slice; if the session was cut off, when it was last seen',
  ),
  raw_seconds: of(
    'seconds',
    'Listening time within the period. The sum over a file equals the listening time in the statistics.',
    'sum(until − since) ÷ 1000, rounded',
  ),
  raw_bytes: of('bytes', 'Bytes of audio sent to the listener within the period.', 'sum(bytes)'),
  raw_country: of('country', 'Country of the IP address (ISO 3166). Empty if unknown.', 'by address'),
  raw_region: of('region', 'Region of the IP address. Empty if unknown.', 'by address'),
  raw_city: of('city', 'City of the IP address, often the provider’s. Empty if unknown.', 'by address'),
  raw_device: of('device', 'Kind of device, based on the player’s user agent.', 'by user agent'),
  raw_player: of('player', 'Player, as named in its user agent.', 'by user agent'),
  raw_system: of('system', 'Operating system, based on the player’s user agent.', 'by user agent'),
  raw_output: of(
    'output',
    'How the listener connected: to the stream itself, to an Icecast relay, or by HLS.',
    'as connected',
  ),
  raw_referrer: of(
    'referrer',
    'The page hosting the player, if the browser sends it. Filled in after 15 minutes of listening.',
    'as sent',
  ),
  raw_listener: of(
    'listener',
    'Distinguishes listeners within a year: a keyed hash of IP address and player that identifies nobody.',
    'HMAC-SHA-256 of network and user agent under a key of the year, 64 bits',
  ),
  raw_at: of('at', 'When the title began, in the station’s time zone.', 'at', 'plays'),
  raw_source: of(
    'source',
    'Source it came from: a live encoder, the station’s playlist, automation, a relay or a fail-over.',
    'source',
    'plays',
  ),
  raw_track: of(
    'track',
    'Key of the track in the media library. Empty for titles from other sources.',
    'track',
    'plays',
  ),
  raw_skipped: of('skipped', 'Why the title was skipped. Empty if it played.', 'skipped', 'plays'),
} as const satisfies Record<`raw_${string}`, Metric>;
