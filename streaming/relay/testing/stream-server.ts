import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { metadataBlock } from '#streaming/edge/icy.ts';

/** The answer for a path: audio in real time, or literal bytes, after which the connection closes. */
type Answer = { sound: Buffer; burstMs?: number; title?: string; first?: string } | { bytes: string };

export type StreamServer = {
  port: number;
  /** The URL of a path. */
  url(path: string): string;
  answer(path: string, answer: Answer): void;
  /** Changes the title of a path. */
  retitle(path: string, title: string): void;
  /** Pauses or resumes a path with its connections open; audio due meanwhile is sent on resuming. */
  pause(path: string, isHeld: boolean): void;
  /** The heads of all requests so far. */
  requests: string[];
  /** Current listeners of a path. */
  listeners(path: string): number;
  /** Closes the connections of a path, and refuses new ones. */
  kill(path: string): void;
  close(): void;
};

/** Bytes per ms of all test audio: 128 kbit/s. */
const bytesPerMs = 16;
const interval = 16_000;

/** A foreign server: sends audio in real time, with ICY metadata on request. */
export const startStreamServer = async (host = '127.0.0.1'): Promise<StreamServer> => {
  const answers = new Map<string, Answer>();
  const titles = new Map<string, string>();
  const paused = new Set<string>();
  const requests: string[] = [];
  const open = new Map<Socket, string>();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    socket.once('data', (bytes) => {
      const head = (bytes as Buffer).toString('latin1');
      const path = /^GET (\S+)/.exec(head)?.[1] ?? '';
      requests.push(head);
      const answer = answers.get(path);
      if (!answer) return void socket.end('HTTP/1.0 404 Not Found\r\n\r\n');
      if ('bytes' in answer) return void socket.end(answer.bytes);
      open.set(socket, path);
      const isIcy = /^icy-metadata: *1/im.test(head);
      const station = { title: () => titles.get(path) ?? '', isHeld: () => paused.has(path) };
      play(socket, answer, station, isIcy);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string): Socket[] => [...open].filter(([, one]) => one === path).map(([socket]) => socket);

  return {
    port,
    requests,
    url: (path) => `http://${host}:${port}${path}`,
    answer(path, answer) {
      answers.set(path, answer);
      titles.set(path, 'title' in answer ? (answer.title ?? '') : '');
    },
    retitle: (path, title) => void titles.set(path, title),
    pause(path, isHeld) {
      if (isHeld) paused.add(path);
      else paused.delete(path);
    },
    listeners: (path) => at(path).length,
    kill(path) {
      answers.delete(path);
      for (const socket of at(path)) socket.destroy();
    },
    close() {
      for (const socket of open.keys()) socket.destroy();
      server.close();
    },
  };
};

const play = (
  socket: Socket,
  { sound, burstMs = 1000, first = 'HTTP/1.0 200 OK' }: Extract<Answer, { sound: Buffer }>,
  { title, isHeld }: { title(): string; isHeld(): boolean },
  isIcy: boolean,
): void => {
  const meta = isIcy ? `icy-metaint: ${interval}\r\n` : '';
  socket.write(`${first}\r\nContent-Type: audio/mpeg\r\nicy-name: Other Radio\r\nicy-br: 128\r\n${meta}\r\n`);
  const began = performance.now();
  let at = 0;
  let sent = 0;
  let untilBlock = interval;
  let sentTitle: string | undefined;

  const send = (count: number): void => {
    for (let left = count; left > 0;) {
      const part = sound.subarray(at, Math.min(at + Math.min(left, untilBlock), sound.length));
      socket.write(part);
      at = (at + part.length) % sound.length;
      left -= part.length;
      untilBlock -= part.length;
      if (untilBlock > 0 || !isIcy) continue;
      untilBlock = interval;
      socket.write(sentTitle === title() ? Buffer.alloc(1) : metadataBlock(title(), ''));
      sentTitle = title();
    }
  };

  const pace = (): void => {
    if (isHeld()) return;
    const due = Math.round((performance.now() - began + burstMs) * bytesPerMs) - sent;
    sent += due;
    send(due);
  };
  pace();
  const timer = setInterval(pace, 100);
  socket.once('close', () => clearInterval(timer));
};
