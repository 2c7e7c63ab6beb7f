import type { Config } from '#server/kernel/config.ts';
import type { StationRow } from './stations.repo.ts';

type StreamSettings = Pick<StationRow, 'streamname' | 'settings' | 'codec' | 'bitrate'>;
type StreamUrls = Record<'stream_url' | 'm3u_url' | 'pls_url', string> &
  Record<'hls_url' | 'aac_url' | 'low_url', string | null>;

/**
 * The base URL of a station's mount. A streaming port with TLS serves http and https, and `allow_secure` decides which
 * one is shown; behind a proxy, `streamUrl` is used as configured.
 */
export const streamBase = (
  { settings }: Pick<StationRow, 'settings'>,
  { streamUrl, tls }: Pick<Config, 'streamUrl' | 'tls'>,
): string => (tls && !settings.allow_secure ? streamUrl.replace(/^https:/, 'http:') : streamUrl);

/** The stream URLs of a station, null for formats it doesn't offer, and the URLs of its playlist files. */
export const streamUrls = (row: StreamSettings, config: Pick<Config, 'streamUrl' | 'tls'>): StreamUrls => {
  const base = streamBase(row, config);
  const url = `${base}/${row.streamname}`;
  return {
    stream_url: url,
    hls_url: row.settings.hls === true ? `${base}/hls/${row.streamname}/index.m3u8` : null,
    aac_url: row.settings.mp4 && row.codec === 'mp3' ? `${url}.aac` : null,
    low_url: isBetween(row.settings.low_bitrate ?? 0, row.bitrate) ? `${url}-low` : null,
    m3u_url: `${url}.m3u`,
    pls_url: `${url}.pls`,
  };
};

/** Where players fetch what those URLs lead to, HLS segments of a cache among it. */
export const soundOrigins = (row: StreamSettings, config: Pick<Config, 'streamUrl' | 'hlsBaseUrl' | 'tls'>): string[] =>
  [...Object.values(streamUrls(row, config)), config.hlsBaseUrl ?? null].flatMap((url) =>
    url === null ? [] : new URL(url).origin,
  );

const isBetween = (low: number, bitrate: number): boolean => low > 0 && low < bitrate;
