import type { StationHead } from '#streaming/bus/batch.ts';
import { product } from '#streaming/base/product.ts';
import { metaint } from './icy.ts';

const icyHeaders =
  'icy-br, icy-description, icy-genre, icy-metaint, icy-name, icy-pub, icy-url, ice-audio-info, Server, Retry-After';

/** Replies without a caching header of their own must not be stored. */
const neverStored = ['Cache-Control: no-cache, no-store', 'Pragma: no-cache', 'Expires: Mon, 26 Jul 1997 05:00:00 GMT'];

/** The headers of every reply: players of any site may read it. */
const common = [
  'Connection: close',
  'X-Content-Type-Options: nosniff',
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers: Origin, Accept, X-Requested-With, Content-Type, Icy-MetaData, Range',
  `Access-Control-Expose-Headers: ${icyHeaders}`,
  'Access-Control-Max-Age: 86400',
  'Cross-Origin-Resource-Policy: cross-origin',
];

/** The texts sent to a listener when a station's limits are reached. */
export const limitReached = 'This station has reached its listener limit.';
export const addressLimitReached = 'This station has reached its listener limit for your IP address.';

/**
 * The head of a reply as HTTP/1.0 (players and relays expect no chunks), with line breaks removed from header values.
 */
export const replyHead = (status: string, headers: [string, string][]): Buffer => {
  const stored = headers.some(([name]) => name === 'Cache-Control') ? [] : neverStored;
  const own = headers.map(([name, value]) => `${name}: ${value.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()}`);
  return Buffer.from(
    `HTTP/1.0 ${status}\r\n${[...own, ...stored, `Server: ${product()}`, ...common].join('\r\n')}\r\n\r\n`,
  );
};

/** A complete reply with a body. */
export const reply = (
  status: string,
  type: string,
  body: string | Buffer,
  headers: [string, string][] = [],
): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const head = replyHead(status, [['Content-Type', type], ['Content-Length', `${bytes.length}`], ...headers]);
  return Buffer.concat([head, bytes]);
};

/** A refusal with its reason, which listeners may see. */
export const refusal = (status: string, reason: string, headers: [string, string][] = []): Buffer =>
  reply(status, 'text/plain; charset=utf-8', `${reason}\n`, headers);

/** The head of a station's endless reply, with Icecast's headers. */
export const streamHead = (head: StationHead, withMetadata: boolean): Buffer => {
  const { sample_rate, channels, bitrate } = head.format;
  const kilobits = Math.round(bitrate / 1000);
  return replyHead('200 OK', [
    ['Content-Type', contentType(head.format.codec)],
    ['ice-audio-info', `ice-samplerate=${sample_rate};ice-bitrate=${kilobits};ice-channels=${channels}`],
    ['icy-br', `${kilobits}`],
    ['icy-description', head.description],
    ['icy-genre', head.genre],
    ['icy-name', head.name],
    ['icy-pub', head.public ? '1' : '0'],
    ['icy-url', head.website],
    ...(withMetadata ? [['icy-metaint', `${metaint}`] as [string, string]] : []),
  ]);
};

/** A temporary refusal; `seconds` until a retry is worthwhile. */
export const unavailable = (reason: string, seconds: number): Buffer =>
  refusal('503 Service Unavailable', reason, [['Retry-After', `${seconds}`]]);

/** For an encoder whose engine takes no connection. */
export const engineAway = (): Buffer => unavailable('The server of this station does not answer.', 5);

/** The MIME type of a station's audio. */
export const contentType = (codec: StationHead['format']['codec']): string =>
  codec === 'aac' ? 'audio/aac' : 'audio/mpeg';
