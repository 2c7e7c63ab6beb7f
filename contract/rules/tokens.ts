/**
 * Purposes of tokens in URLs and headers. Each token is bound to one purpose and one resource: `library` is the media
 * library service's token of a station (spec §7), `media.preview` one file of the library, `episode.preview` one
 * episode and `log` the broadcast log of a station for 6 h, `podcast.upload` resumable uploads to a podcast, `download`
 * (the invoices of an account) and `raw` (a raw data file of a station) a download within 60 s. `ctl` is the call-control service's
 * token of a station (spec §7), `ctl.prompt` plays its welcome prompt.
 */
export type TokenPurpose =
  | 'library'
  | 'media.preview'
  | 'episode.preview'
  | 'podcast.upload'
  | 'log'
  | 'raw'
  | 'download'
  | 'ctl'
  | 'ctl.prompt';

/** Lifetime of each token, in seconds. */
export const tokenLifetime: Record<TokenPurpose, number> = {
  library: 3600,
  'media.preview': 6 * 3600,
  'episode.preview': 6 * 3600,
  'podcast.upload': 3600,
  log: 6 * 3600,
  raw: 60,
  download: 60,
  ctl: 900,
  'ctl.prompt': 6 * 3600,
};
