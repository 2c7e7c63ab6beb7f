import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Wording } from '#contract/rules/brand.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';
import { wireError } from './error-boundary.ts';
import { Refusal } from './refuse.ts';

/** A refusal as text, for replies that are written without a route. */
export const refusalText = (
  wording: Wording,
  code: ErrorCode,
  details: Record<string, string> = {},
): { status: number; headers: Record<string, string>; text: string } => {
  const { status, body } = wireError(new Refusal(code, details, {}), wording);
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, headers, text };
};

type Broken = Error & { code?: string };

/** Replies to anything that isn't an HTTP request, in the form of every refusal, and closes the connection. */
export const replyToBrokenRequests = (wording: Wording) => (error: Broken, socket: Duplex) => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const { status, headers, text } = refusalOf(wording, error);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${text}`, () => socket.destroy());
};

const refusalOf = (wording: Wording, { code }: Broken): ReturnType<typeof refusalText> => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusalText(wording, 'request.timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return refusalText(wording, 'request.headTooLarge');
  return refusalText(wording, 'request.malformed', { reason: 'it is not HTTP' });
};
