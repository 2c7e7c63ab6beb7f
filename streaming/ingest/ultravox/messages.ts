/** One message of Ultravox 2.1: its class and type as one number, and its payload. */
export type Message = { type: number; payload: Buffer };

export type MessageReader = {
  push(bytes: Buffer): void;
  /** The next complete message; undefined while it is incomplete. Throws on broken framing. */
  next(): Message | undefined;
  /** The bytes not yet read. */
  readonly rest: Buffer;
};

/** The supported messages of a broadcaster. */
export const types = {
  login: 0x1001,
  bitrate: 0x1002,
  bufferSize: 0x1003,
  standby: 0x1004,
  terminate: 0x1005,
  flushMetadata: 0x1006,
  listenerLogin: 0x1007,
  payloadSize: 0x1008,
  cipher: 0x1009,
  contentType: 0x1040,
  fileData: 0x1051,
  name: 0x1100,
  genre: 0x1101,
  url: 0x1102,
  public: 0x1103,
  song: 0x3902,
  firstSound: 0x7000,
  lastSound: 0x8fff,
} as const;

/** A message has at most 16 KB, including a six-byte head and a closing zero. */
export const longestPayload = 16_377;

const sync = 0x5a;
const headBytes = 6;
const broken = 'The encoder sent broken framing.';

/** Reads messages from a connection, however their bytes arrive; buffers at most one unfinished message. */
export const createMessageReader = (): MessageReader => {
  let unread: Buffer = Buffer.alloc(0);
  return {
    push(bytes) {
      unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
    },
    next() {
      if (unread.length > 0 && unread[0] !== sync) throw new Error(broken);
      if (unread.length < headBytes) return undefined;
      const length = unread.readUInt16BE(4);
      if (length > longestPayload) throw new Error(broken);
      const end = headBytes + length;
      if (unread.length <= end) return undefined;
      const message = { type: unread.readUInt16BE(2), payload: unread.subarray(headBytes, end) };
      unread = unread.subarray(end + 1);
      return message;
    },
    get rest() {
      return unread;
    },
  };
};

/** An answer as encoders expect it: its text has its own closing zero, before that of the message. */
export const answerMessage = (type: number, text: string): Buffer => {
  const payload = Buffer.from(`${text}\0`);
  const head = Buffer.from([sync, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(payload.length, 4);
  return Buffer.concat([head, payload, Buffer.alloc(1)]);
};

/** The text of a message; encoders differ in whether its closing zero is counted. */
export const textOf = (message: Message): string => {
  const end = message.payload.indexOf(0);
  return message.payload.toString('utf8', 0, end < 0 ? message.payload.length : end);
};
