import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type Records = { TXT?: string[]; CNAME?: string; A?: string[] };

const types = { A: 1, CNAME: 5, TXT: 16 } as const;
const noSuchName = 3;
const serverFailure = 2;

export type LocalDns = Awaited<ReturnType<typeof localDns>>;

/** A DNS server on this machine whose records a test sets; `breaks` makes it fail. Close it in afterAll. */
export const localDns = async () => {
  const records = new Map<string, Records>();
  const state = { breaks: false };
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(replyTo(query, records, state), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${String((socket.address() as AddressInfo).port)}`,
    set: (name: string, given: Records) => void records.set(name, given),
    remove: (name: string) => void records.delete(name),
    state,
    close: () => new Promise<void>((settle) => socket.close(() => settle())),
  };
};

/** Answers one question (RFC 1035). */
const replyTo = (query: Buffer, records: ReadonlyMap<string, Records>, { breaks }: { breaks: boolean }): Buffer => {
  const { name, type, end } = questionOf(query);
  const found = records.get(name.toLowerCase());
  const answers = breaks || !found ? [] : answersOf(found, type);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8580 | (breaks ? serverFailure : found ? 0 : noSuchName), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(12, end), ...answers]);
};

const questionOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const answersOf = ({ A = [], CNAME, TXT = [] }: Records, type: number): Buffer[] => {
  if (type === types.TXT)
    return TXT.map((text) => answer(type, Buffer.concat([Buffer.of(text.length), Buffer.from(text)])));
  if (type === types.CNAME && CNAME !== undefined) return [answer(type, nameBytes(CNAME))];
  return type === types.A ? A.map((address) => answer(type, Buffer.from(address.split('.').map(Number)))) : [];
};

/** `0xc00c` repeats the name of the question. */
const answer = (type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)])),
    Buffer.of(0),
  ]);
