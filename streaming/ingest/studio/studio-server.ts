import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { clientNetwork } from '#contract/rules/network.ts';
import { studioPath } from '#contract/engine/studio-wire.ts';
import { headEnd, parseHead } from '../request-head.ts';
import type { SourceAuth } from '../source-auth.ts';
import { reply } from '../reply.ts';
import { admitStudio } from './studio-connection.ts';

/** The largest message: 20 s of the highest bit rate that a page sends would be more. */
const largestMessage = 64 * 1024;
/** Connections that haven't said who they are yet: of all addresses, and of one. */
const mostWaiting = { all: 500, address: 20 };

const request = new RegExp(`^GET ${studioPath}[^ ]+ HTTP/1\\.1\\r\\n`, 'i');

/** Whether a connection begins as a browser studio's. */
export const isStudioRequest = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1', 0, 8192);
  return request.test(text) && /\r\nupgrade: *websocket\r\n/i.test(text);
};

export type StudioServer = {
  /** Takes over a socket whose whole head was read; `address`: the client's, where a trusted proxy reports it. */
  handle(socket: Socket, bytes: Buffer, address: (forwarded: string | undefined) => string): void;
};

/** Accepts browser studios, which speak WebSocket on the stream port; `secret` signs their tokens. */
export const createStudioServer = (auth: SourceAuth, secret: string): StudioServer => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: largestMessage });
  const waiting = new Map<string, number>();
  const count = (ip: string, change: 1 | -1): void => {
    const now = (waiting.get(ip) ?? 0) + change;
    if (now > 0) waiting.set(ip, now);
    else waiting.delete(ip);
  };
  const isFull = (ip: string): boolean =>
    waiting.size >= mostWaiting.all || (waiting.get(ip) ?? 0) >= mostWaiting.address;

  return {
    handle(socket, bytes, address) {
      socket.on('error', () => socket.destroy());
      const end = headEnd(bytes);
      const head = parseHead(bytes.toString('latin1', 0, end));
      if (!head) return reply(socket, 400, 'This is no request.');
      const ip = address(head.headers.get('x-forwarded-for'));
      const network = clientNetwork(ip);
      if (isFull(network)) return reply(socket, 503, 'Too many connections.');
      // As the connection router does for the PROXY protocol.
      if (ip !== socket.remoteAddress)
        Object.defineProperty(socket, 'remoteAddress', { value: ip, configurable: true });
      const upgrade = new IncomingMessage(socket);
      Object.assign(upgrade, { method: 'GET', url: head.path, headers: Object.fromEntries(head.headers) });
      sockets.handleUpgrade(upgrade, socket, bytes.subarray(end), (ws) => {
        count(network, 1);
        const mount = decode(head.path.slice(studioPath.length));
        const userAgent = (head.headers.get('user-agent') ?? '').slice(0, 300);
        const page = { socket, ws, mount, userAgent, origin: head.headers.get('origin') ?? '' };
        admitStudio(page, { auth, secret }, () => count(network, -1));
      });
    },
  };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
