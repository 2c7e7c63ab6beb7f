import type { OutboundStream } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { limits } from '#contract/rules/limits.ts';
import { statusFailed } from '#server/kernel/outbound/fetch-failure.ts';

const playlistTypes = /mpegurl|scpls|pls\+xml|xspf|dash\+xml|ms-asf|ms-wpl/i;
const playlistEndings = /\.(m3u8?|pls|asx|xspf|mpd|wpl)$/i;

/**
 * Refuses a response whose status and headers aren't those of a static MP3: `media.urlIsStream` for endless streams
 * and playlists, `media.urlNotMp3` for other types, `outbound.refused` for errors. Returns its length in bytes.
 */
export const checkResponse = ({ status, headers, url }: Omit<OutboundStream, 'body'>): number => {
  if (status !== 200) throw statusFailed(status);
  const type = String(headers['content-type'] ?? '');
  if (Object.keys(headers).some((name) => /^(icy|ice)-/i.test(name)))
    return refuse('media.urlIsStream', { reason: 'it comes from a streaming server' });
  if (playlistTypes.test(type) || isPlaylistUrl(url))
    return refuse('media.urlIsStream', { reason: 'it is a playlist' });
  if (/^(text|image|video)\//i.test(type)) return refuse('media.urlNotMp3', { reason: `it is ${type.split(';')[0]}` });
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length))
    return refuse('media.urlIsStream', { reason: 'the server does not report its length' });
  if (length === 0) return refuse('media.empty');
  if (length > limits.uploadMaxBytes)
    return refuse('media.tooLarge', { max: `${limits.uploadMaxBytes / 1024 ** 3} GB` });
  return length;
};

/** Whether a URL ends like a playlist's. */
export const isPlaylistUrl = (url: string): boolean => playlistEndings.test(URL.parse(url)?.pathname ?? '');

/** The file name in a URL. */
export const fileNameInUrl = (url: string): string => {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
