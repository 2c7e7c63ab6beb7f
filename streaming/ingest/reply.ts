import type { Socket } from 'node:net';
import { product } from '#streaming/base/product.ts';

const reasons: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  503: 'Service Unavailable',
};

/** Time for a refused encoder to close the connection, ms. */
const lingerMs = 3000;

const allowedMethods = 'GET, HEAD, OPTIONS, PUT, SOURCE';

/** Answers an encoder like Icecast, and closes the connection: no encoder waits for a second reply on it. */
export const reply = (socket: Socket, status: number, text: string, headers: Record<string, string> = {}): void => {
  const body = Buffer.from(text === '' || text.startsWith('<?xml') ? text : `${text}\n`);
  const lines = [
    `HTTP/1.0 ${status} ${reasons[status] ?? 'Error'}`,
    `Server: ${product()}`,
    'Connection: Close',
    `Allow: ${allowedMethods}`,
    ...(status === 401 ? [`WWW-Authenticate: Basic realm="${product()}"`] : []),
    ...(status === 503 ? ['Retry-After: 30'] : []),
    `Content-Type: ${text.startsWith('<?xml') ? 'text/xml' : 'text/plain'}; charset=utf-8`,
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  close(socket, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
};

/**
 * Sends a final message and closes. Bytes that the encoder already sent are read and discarded, as closing with unread
 * bytes would lose the message.
 */
export const close = (socket: Socket, finalMessage: Buffer | string): void => {
  socket.on('data', () => undefined);
  socket.resume();
  socket.end(finalMessage);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
};
