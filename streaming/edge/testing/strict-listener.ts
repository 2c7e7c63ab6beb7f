import { connect, type Socket } from 'node:net';

export type Reply = { status: string; headers: Map<string, string> };

/** For tests: a listener that checks everything it receives. */
export type StrictListener = {
  socket: Socket;
  reply: Reply;
  /** The audio so far, without metadata. */
  audio(): Buffer;
  /** Every title received, with the audio byte it precedes. */
  titles(): { at: number; title: string }[];
  /** Waits for `bytes` of audio. */
  receive(bytes: number): Promise<Buffer>;
  ended: Promise<void>;
  close(): void;
};

type Request = { port: number; path: string; method?: string; headers?: Record<string, string>; prefix?: string };

/** Requests `path` and parses the reply, with metadata blocks if its headers announce them. */
export const listenStrictly = async ({
  port,
  path,
  method = 'GET',
  headers = {},
  prefix = '',
}: Request): Promise<StrictListener> => {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${prefix}${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${lines.join('')}\r\n`);

  let chunks: Buffer[] = [];
  let length = 0;
  let wake = (): void => {};
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    wake();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => wake());
  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached() && !socket.closed) await new Promise<void>((resolve) => (wake = resolve));
  };

  const all = (): Buffer => {
    if (chunks.length > 1) chunks = [Buffer.concat(chunks, length)];
    return chunks[0] ?? Buffer.alloc(0);
  };
  await until(() => all().includes('\r\n\r\n'));
  const end = all().indexOf('\r\n\r\n') + 4;
  const reply = parseReply(all().toString('utf8', 0, Math.max(0, end)));
  const body = (): Buffer => all().subarray(end);
  const parsed = (): Parsed => parseIcy(body(), Number(reply.headers.get('icy-metaint') ?? 0));
  return {
    socket,
    reply,
    audio: () => parsed().sound,
    titles: () => parsed().titles,
    async receive(count) {
      await until(() => length - end >= count && parsed().sound.length >= count);
      return parsed().sound;
    },
    ended,
    close: () => socket.destroy(),
  };
};

const parseReply = (text: string): Reply => {
  const [first = '', ...lines] = text.trimEnd().split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`Not a header: ${line}`);
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: first, headers: new Map(pairs) };
};

type Parsed = { sound: Buffer; titles: { at: number; title: string }[] };

const parseIcy = (body: Buffer, metaint: number): Parsed => {
  if (metaint === 0) return { sound: body, titles: [] };
  const audio: Buffer[] = [];
  const titles: Parsed['titles'] = [];
  let audioBytes = 0;
  for (let at = 0; at < body.length;) {
    const part = body.subarray(at, at + metaint);
    audio.push(part);
    audioBytes += part.length;
    at += part.length;
    if (part.length < metaint || at >= body.length) break;
    const length = body[at]! * 16;
    const block = body.subarray(at + 1, at + 1 + length);
    at += 1 + length;
    if (length === 0 || block.length < length) continue;
    titles.push({ at: audioBytes, title: parseTitle(block) });
  }
  return { sound: Buffer.concat(audio), titles };
};

const parseTitle = (block: Buffer): string => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(block);
  const found = /^StreamTitle='(.*?)';(StreamUrl='(.*?)';)?\0*$/s.exec(text);
  if (!found || found[1]!.includes('\0')) throw new Error(`Not a metadata block: ${JSON.stringify(text)}`);
  return found[1]!;
};
