import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NowPlaying } from '#contract/api/live.ts';

/** One connection that follows what stations play, byte by byte. */
export type TestFollower = {
  socket: Socket;
  /** Everything received, with the head. */
  text(): string;
  /** The titles of all complete events. */
  titles(): string[];
  events(): NowPlaying[];
  isClosed(): boolean;
};

/** Connects and sends GET requests for these paths, all at once. */
export const openFollower = (port: number, paths: readonly string[], isSecure = false): TestFollower => {
  const at = { port, host: '127.0.0.1' };
  const socket = isSecure ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
  let text = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: portal.test\r\n\r\n`).join(''));
  socket.on('data', (part: string) => (text += part));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  const events = (): NowPlaying[] =>
    [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => JSON.parse(data) as NowPlaying);
  return {
    socket,
    text: () => text,
    titles: () => events().map(({ title }) => title),
    events,
    isClosed: () => isClosed,
  };
};
