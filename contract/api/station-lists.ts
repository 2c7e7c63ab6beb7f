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

/** Spec §3 "Organization sizes", by number of people. */
export const organizationSizes = [
  { id: 1, name: 'Under 5 people' },
  { id: 2, name: '5-10 people' },
  { id: 3, name: '10-50 people' },
  { id: 4, name: 'Over 50 people' },
] as const;

/** Spec §3: where a station can be heard; `default` marks the station of an account that opens first. */
export const stationTags = ['web', 'call', 'app', 'tunein', 'other', 'default'] as const;
export type StationTag = (typeof stationTags)[number];

/** The environment of a station: published lists leave test stations out. */
export const stationEnvironments = ['', 'production', 'test'] as const;

/** Spec §3 "Stream type codes" that can be set; codes of relays follow from relaying. */
export const streamTypes = [
  { code: 8, name: 'Streaming' },
  { code: 40, name: 'Streaming' },
  { code: 12, name: 'Playlist' },
  { code: 47, name: 'Full' },
] as const;

/** Codes from here on are for relays. */
export const relayStreamType = 64;

/** The name of a stream type code (spec §3); unknown codes count as streaming. */
export const streamTypeName = (code: number): string =>
  code >= relayStreamType ? 'Relay' : (streamTypes.find((one) => one.code === code)?.name ?? 'Streaming');

/** Names that the streaming port uses itself, so that no mount may have them. */
export const reservedMounts: ReadonlySet<string> = new Set([
  ...['admin', 'status', 'status-json', 'stats', 'listen', 'stream', 'hls', 'metrics', 'healthz', 'icecast'],
  'vast',
]);
