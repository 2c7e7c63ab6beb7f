import type { Socket } from 'node:net';
import { parseForm } from '#streaming/base/form.ts';
import { forwardedAddress, plainAddress, type Trust } from '#streaming/listen/client-address.ts';
import type { Connection } from '#streaming/listen/connection-router.ts';
import { headEnd, parseHead } from '#streaming/listen/request-head.ts';

/** A stock Icecast's report on one of its mounts or listeners (its URL authentication). */
export type Report = {
  secret: string;
  action: string;
  /** The reporting IP address and its mount. */
  relay: string;
  mount: string;
  /** The listener's id at that Icecast, IP address and player. */
  client: string;
  ip: string;
  user_agent: string;
};

const line = /^POST[ \t]+\/icecast\//i;
const bodyAtMost = 8192;
const bodyMs = 5000;

/** Whether a connection to the stream port starts with such a report. */
export const isReport = (bytes: Buffer): boolean => line.test(bytes.toString('latin1', 0, 32));

/** Reads a report, of at most 8 KB within 5 s; undefined if it is none. */
export const readReport = async ({ socket, bytes, address }: Connection, trust: Trust): Promise<Report | undefined> => {
  const end = headEnd(bytes);
  const head = parseHead(bytes.subarray(0, end));
  const secret = /^\/icecast\/([\w-]{16,64})$/.exec(head?.path ?? '')?.[1];
  const length = Number(head?.headers.get('content-length') ?? Number.NaN);
  if (!head || !secret || !(length <= bodyAtMost)) return undefined;
  if (head.headers.has('expect')) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  const body = await readBody(socket, bytes.subarray(end), length);
  if (!body) return undefined;
  const form = parseForm(body.toString('latin1'));
  const field = (name: string, most: number): string => (form.get(name) ?? '').slice(0, most);
  const from = forwardedAddress(address, head.headers.get('x-forwarded-for'), trust);
  return {
    secret,
    action: field('action', 40),
    relay: from,
    mount: `${field('server', 255)}:${field('port', 5)}${field('mount', 255)}`,
    client: field('client', 40),
    ip: plainAddress(field('ip', 64)),
    user_agent: field('agent', 512),
  };
};

const readBody = (socket: Socket, first: Buffer, length: number): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    let bytes = first;
    const done = (result: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.off('data', receive);
      socket.off('close', fail);
      resolve(result);
    };
    const fail = (): void => done(undefined);
    const timer = setTimeout(fail, bodyMs);
    const receive = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= length) done(bytes.subarray(0, length));
    };
    socket.on('data', receive);
    socket.on('close', fail);
    if (bytes.length >= length) done(bytes.subarray(0, length));
    else socket.resume();
  });
