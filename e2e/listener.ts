import { connect } from 'node:net';

/** What a player received: the audio without metadata, and each title with its offset in the audio. */
export type Heard = { head: string; sound: Buffer; titles: { at: number; title: string }[] };

/** A listener that requests ICY titles like a radio player, and stays connected until `leave`. */
export type Listener = { heard(): Heard; ended(): boolean; leave(): Heard };

/** Opens a stream as a stock player does, over a plain socket; fails if it is closed before any data arrives. */
export const listen = async (url: string): Promise<Listener> => {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isClosed = false;
  const first = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => {
      isClosed = true;
      reject(new Error(`${url} was closed before any data arrived`));
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      resolve();
    });
  });
  socket.write(
    `GET ${pathname} HTTP/1.0\r\nHost: ${hostname}\r\nUser-Agent: VLC/3.0.20 LibVLC/3.0.20\r\nIcy-MetaData: 1\r\n\r\n`,
  );
  await first;
  const received = () => parse(Buffer.concat(chunks));
  return {
    heard: received,
    ended: () => isClosed,
    leave: () => {
      socket.destroy();
      return received();
    },
  };
};

const parse = (response: Buffer): Heard => {
  const end = response.indexOf('\r\n\r\n');
  const head = response.subarray(0, end).toString('latin1');
  const interval = Number(/icy-metaint: *(\d+)/i.exec(head)?.[1] ?? 0);
  const body = response.subarray(end + 4);
  if (!interval) return { head, sound: body, titles: [] };
  const parts: Buffer[] = [];
  const titles: Heard['titles'] = [];
  let at = 0;
  for (let pos = 0; pos < body.length;) {
    const part = body.subarray(pos, pos + interval);
    parts.push(part);
    at += part.length;
    pos += part.length;
    if (part.length < interval || pos >= body.length) break;
    const size = body[pos]! * 16;
    const title = /StreamTitle='(.*?)';/s.exec(body.subarray(pos + 1, pos + 1 + size).toString('utf8'));
    if (title) titles.push({ at, title: title[1]! });
    pos += 1 + size;
  }
  return { head, sound: Buffer.concat(parts), titles };
};
