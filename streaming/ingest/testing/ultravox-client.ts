import { connect, type Socket } from 'node:net';

/** Shoutcast 2 credentials: a stream ID, a user and a password. */
export type Credentials = { user: string; password: string; streamId?: number };

export type UltravoxClient = {
  socket: Socket;
  /** Sends one message. */
  send(type: number, payload: string | Buffer): void;
  /** Sends one message and waits for its answer. */
  request(type: number, payload: string): Promise<string>;
  /** Requests the cipher key and logs in; returns the answer. */
  logIn(credentials: Credentials): Promise<string>;
  /** Waits until the connection is closed. */
  closed: Promise<void>;
};

const headBytes = 6;

/** An encoder like the Shoutcast Source DSP: one request at a time, the closing zero not counted. */
export const connectUltravox = (port: number): UltravoxClient => {
  const socket = connect(port, '127.0.0.1');
  const answers: { type: number; text: string }[] = [];
  let unread: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    while (unread.length > headBytes && unread.length > headBytes + unread.readUInt16BE(4)) {
      const end = headBytes + unread.readUInt16BE(4);
      const text = unread.toString('utf8', headBytes, end);
      answers.push({ type: unread.readUInt16BE(2), text: text.slice(0, text.indexOf('\0')) });
      unread = unread.subarray(end + 1);
      socket.emit('answer');
    }
  });
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  socket.once('close', () => socket.emit('answer'));

  const answer = async (type: number): Promise<string> => {
    for (;;) {
      const at = answers.findIndex((one) => one.type === type);
      if (at >= 0) return answers.splice(at, 1)[0]!.text;
      if (socket.closed) throw new Error(`closed without an answer to ${type.toString(16)}`);
      await new Promise<void>((resolve) => socket.once('answer', resolve));
    }
  };

  const send = (type: number, payload: string | Buffer): void => void socket.write(frame(type, payload));
  const request = (type: number, payload: string): Promise<string> => {
    send(type, payload);
    return answer(type);
  };
  return {
    socket,
    send,
    request: request,
    closed,
    async logIn({ user, password, streamId = 1 }) {
      const key = (await request(0x1009, '2.1')).slice('ACK:'.length);
      return request(0x1001, `2.1:${streamId}:${encipher(user, key)}:${encipher(password, key)}`);
    },
  };
};

/** A message on the wire. */
export const frame = (type: number, payload: string | Buffer): Buffer => {
  const body = Buffer.from(payload as string);
  return Buffer.concat([
    Buffer.from([0x5a, 0, type >> 8, type & 255, body.length >> 8, body.length & 255]),
    body,
    zero,
  ]);
};

/** Audio in messages of `size` bytes. */
export const audioFrames = (type: number, audio: Buffer, size = 1400): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at < audio.length; at += size) parts.push(frame(type, audio.subarray(at, at + size)));
  return Buffer.concat(parts);
};

/** A song's description, cut into fragments of `size` bytes. */
export const songFrames = (xml: string, id = 1, size = 1024): Buffer[] => {
  const bytes = Buffer.from(xml);
  const span = Math.ceil(bytes.length / size);
  return Array.from({ length: span }, (_, at) => {
    const head = Buffer.alloc(headBytes);
    [id, span, at + 1].forEach((number, word) => head.writeUInt16BE(number, word * 2));
    return frame(0x3902, Buffer.concat([head, bytes.subarray(at * size, (at + 1) * size)]));
  });
};

const zero = Buffer.alloc(1);
const mask = 0xffffffffn;

/** XTEA as published by its authors, in bigint arithmetic, so that the test shares none with the tested code. */
export const encipher = (text: string, key: string | Buffer): string => {
  const plain = Buffer.from(text);
  const padded = Buffer.concat([plain, Buffer.alloc((8 - (plain.length % 8)) % 8)]);
  const keyBytes = Buffer.concat([Buffer.from(key as string), Buffer.alloc(16)]);
  const word = (at: bigint): bigint => BigInt(keyBytes.readUInt32BE(Number(at & 3n) * 4));
  let hex = '';
  for (let at = 0; at < padded.length; at += 8) {
    let v0 = BigInt(padded.readUInt32BE(at));
    let v1 = BigInt(padded.readUInt32BE(at + 4));
    let sum = 0n;
    for (let round = 0; round < 32; round++) {
      v0 = (v0 + ((((v1 << 4n) ^ (v1 >> 5n)) + v1) ^ (sum + word(sum)))) & mask;
      sum = (sum + 0x9e3779b9n) & mask;
      v1 = (v1 + ((((v0 << 4n) ^ (v0 >> 5n)) + v0) ^ (sum + word(sum >> 11n)))) & mask;
    }
    hex += v0.toString(16).padStart(8, '0') + v1.toString(16).padStart(8, '0');
  }
  return hex;
};
