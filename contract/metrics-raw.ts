import type { Metric } from './metrics.ts';

const slices = 'slices of the session that lie in the period';
const of = (label: string, definition: string, formula: string, source = slices): Metric => ({
  label,
  definition,
  formula,
  source,
});

/** The columns of the files of raw data, as `raw_` and the column's name. */
export const rawMetrics = {
  raw_session: of('session', 'An id of this one session, from coming to leaving.', 'as the streaming server gave it'),
  raw_started: of('started', 'When the session began, by the clocks of the station.', 'min(started)'),
  raw_ended: of(
    'ended',
    'When the session ended; empty for somebody who was still there at the end of the period, or is there now.',
    'until of the last slice; of a session that was cut off, where it was heard of last',
  ),
  raw_seconds: of(
    'seconds',
    'How long was listened within the period. The sum of a file is its listening time in the statistics.',
    'sum(until − since) ÷ 1000, rounded',
  ),
  raw_bytes: of('bytes', 'Bytes of sound that were sent to the listener within the period.', 'sum(bytes)'),
  raw_country: of('country', 'Country of the network address (ISO 3166), empty where it isn’t known.', 'by address'),
  raw_region: of('region', 'Region of the network address, empty where it isn’t known.', 'by address'),
  raw_city: of('city', 'City of the network address: often the provider’s, empty where it isn’t known.', 'by address'),
  raw_device: of('device', 'What kind of device the player says it runs on.', 'by user agent'),
  raw_player: of('player', 'The player that was used, as it names itself.', 'by user agent'),
  raw_system: of('system', 'The operating system that the player names.', 'by user agent'),
  raw_output: of('output', 'How it was heard: the stream itself, an Icecast relay, or HLS.', 'as connected'),
  raw_referrer: of(
    'referrer',
    'The page that the player was on, where the browser tells it; empty for who is there for less than a quarter hour so far.',
    'as sent',
  ),
  raw_listener: of(
    'listener',
    'Tells listeners apart within a year: a keyed hash of network address and player, which leads back to nobody.',
    'HMAC-SHA-256 of network and user agent under a key of the year, 64 bits',
  ),
  raw_at: of('at', 'When the title began, by the clocks of the station.', 'at', 'plays'),
  raw_source: of(
    'source',
    'Who sent it: a live encoder, the Auto DJ, automation, a relay or a fail-over.',
    'source',
    'plays',
  ),
  raw_track: of('track', 'Key of the media library’s track, empty for what others sent.', 'track', 'plays'),
  raw_skipped: of('skipped', 'Why a title was left out instead of played; empty for what played.', 'skipped', 'plays'),
} as const satisfies Record<`raw_${string}`, Metric>;
