import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { headEnd } from '#streaming/listen/request-head.ts';

/** One silent MP3 frame, 128 kbit/s, 44.1 kHz, without a bit reservoir. */
export const frameBytes = 417;
const header = 0xfffb9064;
/** Header and side information. */
const numberAt = 36;

/** A frame that says its number; all of its bytes are known by it. */
const numberedFrame = (number: number): Buffer => {
  const frame = Buffer.alloc(frameBytes, number & 0x7f);
  frame.fill(0, 4, numberAt);
  frame.writeUInt32BE(header, 0);
  frame.writeUInt32BE(number, numberAt);
  return frame;
};

/** A track of frames that are numbered from zero. */
export const numberedTrack = (frames: number): Buffer =>
  Buffer.concat(Array.from({ length: frames }, (_, number) => numberedFrame(number)));

/** For tests: a listener who checks each byte of a station that plays a numbered track, which must not begin again meanwhile. */
export type NumberedListener = {
  /** Whole frames so far. */
  frames: number;
  /** Bytes of audio and of metadata blocks. */
  bytes: number;
  /** Frames that are missing, that came twice, and bytes that are of no frame. */
  lost: number;
  doubled: number;
  wrong: number;
  titles: string[];
  isOpen: boolean;
  /** The longest time without a byte, ms. */
  silenceMs: number;
  close(): void;
};

type Request = { port: number; path: string; metadata?: boolean; tls?: boolean; host?: string };

/** Listens; rejects unless the reply is 200. */
export const listenToNumbers = ({
  port,
  path,
  metadata,
  tls,
  host = '127.0.0.1',
}: Request): Promise<NumberedListener> =>
  new Promise((resolve, reject) => {
    const socket: Socket = tls ? connectTls({ port, host, rejectUnauthorized: false }) : connect(port, host);
    const own = metadata === true ? 'Icy-MetaData: 1\r\n' : '';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${own}\r\n`);
    const listener: NumberedListener = {
      ...{ frames: 0, bytes: 0, lost: 0, doubled: 0, wrong: 0, titles: [], isOpen: true, silenceMs: 0 },
      close: () => socket.destroy(),
    };
    const count = countFrames(listener);
    let head: Buffer | undefined = Buffer.alloc(0);
    let receive = count;
    let last = performance.now();
    socket.on('data', (chunk: Buffer) => {
      listener.silenceMs = Math.max(listener.silenceMs, performance.now() - last);
      last = performance.now();
      if (!head) return receive(chunk);
      head = Buffer.concat([head, chunk]);
      const end = headEnd(head);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      if (!text.startsWith('HTTP/1.0 200 ')) return void socket.destroy(new Error(text.split('\r\n')[0]));
      const interval = Number(/icy-metaint: (\d+)/i.exec(text)?.[1] ?? 0);
      if (interval > 0) receive = withoutBlocks(interval, listener, count);
      const rest = head.subarray(end);
      head = undefined;
      resolve(listener);
      receive(rest);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      listener.isOpen = false;
      reject(new Error('closed'));
    });
  });

/** Cuts the metadata blocks out of what is received. */
const withoutBlocks = (
  interval: number,
  listener: NumberedListener,
  audio: (chunk: Buffer) => void,
): ((chunk: Buffer) => void) => {
  let [untilBlock, ofBlock] = [interval, -1];
  let block: Buffer[] = [];
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (untilBlock > 0) {
        const part = chunk.subarray(at, at + untilBlock);
        untilBlock -= part.length;
        at += part.length;
        audio(part);
      } else if (ofBlock < 0) {
        ofBlock = chunk[at]! * 16;
        at += 1;
        listener.bytes += 1;
      } else {
        const part = chunk.subarray(at, at + ofBlock);
        ofBlock -= part.length;
        at += part.length;
        listener.bytes += part.length;
        block.push(part);
      }
      if (untilBlock > 0 || ofBlock !== 0) continue;
      const title = /^StreamTitle='(.*?)';/.exec(Buffer.concat(block).toString())?.[1];
      if (title !== undefined) listener.titles.push(title);
      [untilBlock, ofBlock, block] = [interval, -1, []];
    }
  };
};

/** What is wrong with numbered frames that were received otherwise. */
export const faultsIn = (audio: Buffer): { lost: number; doubled: number; wrong: number } => {
  const found = { frames: 0, bytes: 0, lost: 0, doubled: 0, wrong: 0 };
  countFrames(found)(audio);
  return { lost: found.lost, doubled: found.doubled, wrong: found.wrong };
};

/** Compares each frame with the one of its number. */
const countFrames = (
  listener: Pick<NumberedListener, 'frames' | 'bytes' | 'lost' | 'doubled' | 'wrong'>,
): ((chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let next: number | undefined;
  return (chunk) => {
    listener.bytes += chunk.length;
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (all.length - at >= frameBytes) {
      const frame = all.subarray(at, at + frameBytes);
      const number = frame.readUInt32BE(numberAt);
      if (!frame.equals(numberedFrame(number))) {
        listener.wrong += 1;
        at += 1;
        continue;
      }
      next ??= number;
      if (number > next) listener.lost += number - next;
      if (number < next) listener.doubled += 1;
      next = Math.max(next, number + 1);
      listener.frames += 1;
      at += frameBytes;
    }
    rest = Buffer.from(all.subarray(at));
  };
};
