import type { Socket } from 'node:net';
import { parseForm } from '#streaming/base/form.ts';
import { forwardedAddress, plainAddress, type Trust } from '#streaming/listen/client-address.ts';
import type { Guest } from '#streaming/listen/front-door.ts';
import { headEnd, parseHead } from '#streaming/listen/request-head.ts';

/** What a stock Icecast says of one of its mounts or listeners (its authentication by URL). */
export type Report = {
  secret: string;
  action: string;
  /** The address that reports, and which of its mounts it reports of. */
  relay: string;
  mount: string;
  /** The listener's number at that Icecast, address and player. */
  client: string;
  ip: string;
  user_agent: string;
};

const line = /^POST[ \t]+\/icecast\//i;
const bodyAtMost = 8192;
const bodyMs = 5000;

/** Whether a connection to the stream port began as such a report. */
export const isReport = (bytes: Buffer): boolean => line.test(bytes.toString('latin1', 0, 32));

/** Reads a report, of at most 8 KB within 5 s; undefined where it is none. */
export async function readReport({ socket, bytes, address }: Guest, trust: Trust): Promise<Report | undefined> {
  const end = headEnd(bytes);
  const head = parseHead(bytes.subarray(0, end));
  const secret = /^\/icecast\/([\w-]{16,64})$/.exec(head?.path ?? '')?.[1];
  const length = Number(head?.headers.get('content-length') ?? Number.NaN);
  if (!head || !secret || !(length <= bodyAtMost)) return undefined;
  if (head.headers.has('expect')) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  const body = await readBody(socket, bytes.subarray(end), length);
  if (!body) return undefined;
  const form = parseForm(body.toString('latin1'));
  const told = (name: string, most: number): string => (form.get(name) ?? '').slice(0, most);
  const from = forwardedAddress(address, head.headers.get('x-forwarded-for'), trust);
  return {
    secret,
    action: told('action', 40),
    relay: from,
    mount: `${told('server', 255)}:${told('port', 5)}${told('mount', 255)}`,
    client: told('client', 40),
    ip: plainAddress(told('ip', 64)),
    user_agent: told('agent', 512),
  };
}

function readBody(socket: Socket, begun: Buffer, length: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = begun;
    const done = (whole: Buffer | undefined): void => {
      clearTimeout(late);
      socket.off('data', receive);
      socket.off('close', gone);
      resolve(whole);
    };
    const gone = (): void => done(undefined);
    const late = setTimeout(gone, bodyMs);
    const receive = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= length) done(bytes.subarray(0, length));
    };
    socket.on('data', receive);
    socket.on('close', gone);
    if (bytes.length >= length) done(bytes.subarray(0, length));
    else socket.resume();
  });
}
