/** The constants of spec §9 and the limits of spec §5, each with one name. */
export const limits = {
  accountSearchPage: 24,
  accountListPage: 10,
  stationListLimit: 1000,
  stationSearchLimit: 50,
  stationListPage: 10,
  mediaListLimit: 10,
  tableDefaultPage: 5,
  pageSizes: [10, 50, 100, 500, 1000],
  paginationButtons: 9,
  toastMs: 8000,
  planToastMs: 12_000,
  uploadPollMs: 1000,
  chunkTimeoutMs: 120_000,
  tokenMinValidityS: 60,
  dropdownMaxPx: 260,
  anchorOffsetPx: 110,
  chatOffsetPx: 85,
  chatLiftAbovePx: 500,
  starredApart: 10,
  adAudioMaxS: 30,
  adAudioMaxBytes: 50 * 1024 ** 2,
  adMinImpressions: 1000,
  adBreaksPerHour: 12,
  adRequestMessages: 200,
  stationNameMin: 6,
  stationNameMax: 100,
  /** How long a deleted station can be restored. */
  deletedStationDays: 30,
  /** Spec-readings 6: the limits for portal administrators. */
  portalAdminTracks: 10_000,
  portalAdminBitrate: 320_000,
  imageMaxBytes: 5 * 1024 ** 2,
  /** Checked before decoding: a small file may contain a huge picture. */
  imageMaxPixels: 50_000_000,
  /** How long a sign-in counts as recent, so that sign-in settings may be changed. */
  recentSignInS: 5 * 60,
  /** Maximum time from sign-in to the end of a session, however active it is. */
  sessionDays: 30,
  passwordMin: 10,
  passwordMax: 200,
  invitationDays: 7,
  invitationMessageMax: 500,
  trialDays: 30,
  /** Trial accounts that one person may own. */
  trialAccounts: 5,
  listeningDays: 400,
  peopleListPage: 50,
  auditPage: 50,
  maxStarred: 100,
  /** How many playlist changes can be undone. */
  playlistSteps: 20,
  jingles: 500,
  playlists: 50,
  playlistEntries: 5000,
  playlistTags: 20,
  playlistHours: 50,
  playlistWeight: 100,
  /** Tags of one track, and different tags in the library of a station. */
  trackTags: 20,
  stationTags: 200,
  logPage: 50,
  uploadMaxBytes: 1024 ** 3,
  /** Tags of an audio file, embedded pictures included; larger ones are refused before parsing. */
  tagMaxBytes: 16 * 1024 ** 2,
  uploadMaxS: 12 * 3600,
  /** Larger files are sent in parts, so that uploads can resume after a lost connection. */
  resumableFromBytes: 20 * 1024 ** 2,
  resumableHours: 24,
  resumableAtOnce: 50,
  artworkPx: 600,
  failoverUrls: 10,
  relaysOfMaster: 100,
  relayListPage: 50,
  podcastListPage: 10,
  episodeListPage: 10,
  podcastLogoMaxBytes: 1000 * 1024,
  podcastLogoMinPx: 1400,
  podcastLogoMaxPx: 3000,
  savedViews: 50,
  /** Valid links to the statistics of one account or station. */
  sharedLinks: 50,
  /** Annotations of one account with its stations. */
  annotations: 2000,
  reportRecipients: 10,
  /** Scheduled reports of one account, station or the portal. */
  scheduledReports: 20,
  transcriptMaxBytes: 2 * 1024 ** 2,
  /** Spec §5: a welcome prompt is smaller than 10 MB. */
  promptMaxBytes: 10 * 1024 ** 2 - 1,
  promptMaxS: 60,
  /** How long a phone number rests before another station may have it: callers of the former one still call it. */
  numberRestDays: 90,
  playersOfAccount: 100,
  playerListPage: 10,
  playerStations: 20,
  playerEpisodes: 100,
  playerDomains: 50,
  /** How long a deleted player can be restored. */
  deletedPlayerDays: 30,
  sitePages: 10,
  siteBlocks: 40,
  siteScheduleRows: 100,
  /** A draft of a microsite as JSON. */
  siteBytes: 200 * 1024,
  siteVersions: 20,
  siteImages: 200,
  siteDomains: 5,
  /** How long a verified domain is served after its records have become wrong. */
  lostDomainHours: 24,
  /** How long the records of a new domain are looked up often. */
  freshDomainDays: 3,
  /** How long a station keeps its numbers once its plan no longer includes them. */
  numberNoticeDays: 14,
} as const;

/** Defaults of a new station (spec §9). */
export const stationDefaults = {
  burst: 5000,
  mix_offset: 550,
  mix_speed: 300,
  sample_rate: 44_100,
  bitrate: 128_000,
  media_type: 'MP3',
  project_type: 2,
  station_service_type: 72,
  activation_status: 4,
} as const;

/** The bit rates of MPEG-1 layer III that a station can use, bit/s. */
export const mp3Bitrates = [
  32_000, 40_000, 48_000, 56_000, 64_000, 80_000, 96_000, 112_000, 128_000, 160_000, 192_000, 224_000, 256_000, 320_000,
] as const;

/** The sizes that a station's pictures are cropped to, in pixels (spec §5). */
/** Pixels of the sides of a logo's larger copy: for lock screens, app icons and link previews. */
export const largeLogoSide = 512;
export const stationPictures = { logo: { width: 170, height: 170 }, background: { width: 420, height: 300 } } as const;

export const stationTypes = { master: 1, relay: 2 } as const;

export const stationCategories = [
  { id: 36, name: 'Children' },
  { id: 39, name: 'College/University' },
  { id: 37, name: 'Comedy' },
  { id: 38, name: 'General' },
  { id: 30, name: 'Music' },
  { id: 31, name: 'News/Talk' },
  { id: 33, name: 'Religious' },
  { id: 32, name: 'Sports' },
] as const;
