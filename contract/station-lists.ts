/** Spec §3 "Organization types". */
export const organizationTypes = [
  { id: 1, name: 'Professional internet radio only' },
  { id: 2, name: 'FM/AM' },
  { id: 3, name: 'Community' },
  { id: 4, name: 'College/School' },
  { id: 5, name: 'NGO' },
  { id: 6, name: 'Hotel' },
  { id: 7, name: 'Retail' },
  { id: 8, name: 'Radio/Music Personality' },
  { id: 9, name: 'Media Company' },
  { id: 10, name: 'Other business' },
] as const;

/** Spec §3 "Organization sizes", by the number of people. */
export const organizationSizes = [
  { id: 1, name: 'Under 5 people' },
  { id: 2, name: '5-10 people' },
  { id: 3, name: '10-50 people' },
  { id: 4, name: 'Over 50 people' },
] as const;

/** Spec §3: where a station is heard; `default` marks the one station of its account that is opened first. */
export const stationTags = ['web', 'call', 'app', 'tunein', 'other', 'default'] as const;
export type StationTag = (typeof stationTags)[number];

/** Where a station stands: one for tests is left out of what others are told of. */
export const stationEnvironments = ['', 'production', 'test'] as const;

/** Spec §3 "Stream type codes" that a station can be given; those of relays come of relaying. */
export const streamTypes = [
  { code: 8, name: 'Streaming' },
  { code: 40, name: 'Streaming' },
  { code: 12, name: 'Playlist' },
  { code: 47, name: 'Full' },
] as const;

/** From here on a code is a relay's. */
export const relayStreamType = 64;

/** A stream type code in words (spec §3); a code that the specification doesn't name streams. */
export const streamTypeName = (code: number): string =>
  code >= relayStreamType ? 'Relay' : (streamTypes.find((one) => one.code === code)?.name ?? 'Streaming');

/** The names that the streaming port keeps for itself, so that no station's mount may be called so. */
export const reservedMounts: ReadonlySet<string> = new Set([
  ...['admin', 'status', 'status-json', 'stats', 'listen', 'stream', 'hls', 'metrics', 'healthz', 'icecast'],
]);
