/**
 * What a token in a URL or header may be good for. Each is bound to one purpose and one resource:
 * `library` is the media library service's token of a station (spec §7), `media.preview` one file of
 * the library, `episode.preview` one episode and `log` what was recorded of a station for 6 h, `podcast.upload` what is
 * sent in parts to a podcast, `download` and `raw` (a file of a station's raw data) a single download within 60 s.
 */
export type TokenPurpose =
  | 'library'
  | 'media.preview'
  | 'episode.preview'
  | 'podcast.upload'
  | 'log'
  | 'raw'
  | 'download';

/** How long each token lives, in seconds. */
export const tokenLifetime: Record<TokenPurpose, number> = {
  library: 3600,
  'media.preview': 6 * 3600,
  'episode.preview': 6 * 3600,
  'podcast.upload': 3600,
  log: 6 * 3600,
  raw: 60,
  download: 60,
};
