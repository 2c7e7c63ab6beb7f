import type { Config } from '#server/kernel/config.ts';
import type { StationRow } from './stations.repo.ts';

type Addressed = Pick<StationRow, 'streamname' | 'settings'>;

/**
 * What stands before a station's mount. Where the stream port speaks TLS it speaks both, and `allow_secure` decides
 * which one people are shown; behind a proxy's https there is no other.
 */
export const streamBase = (
  { settings }: Pick<StationRow, 'settings'>,
  { streamUrl, tls }: Pick<Config, 'streamUrl' | 'tls'>,
): string => (tls && !settings.allow_secure ? streamUrl.replace(/^https:/, 'http:') : streamUrl);

/** The addresses at which a station is heard, and those of its playlist files. */
export const streamAddresses = (
  row: Addressed,
  config: Pick<Config, 'streamUrl' | 'tls'>,
): { stream_url: string; hls_url: string | null; m3u_url: string; pls_url: string } => {
  const base = streamBase(row, config);
  const url = `${base}/${row.streamname}`;
  return {
    stream_url: url,
    hls_url: row.settings.hls === true ? `${base}/hls/${row.streamname}/index.m3u8` : null,
    m3u_url: `${url}.m3u`,
    pls_url: `${url}.pls`,
  };
};
