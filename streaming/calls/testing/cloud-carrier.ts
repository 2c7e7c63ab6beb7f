import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { Trunk } from '#contract/engine/engine-calls.ts';

/*
 * What cloud carriers send and play, by their documentation: Twilio's voice webhook and Media Streams, Telnyx's Call Control
 * and media streaming. None of it shares code with the answering side.
 */

const publicUrl = 'https://calls.example.com';
const telnyxKeys = generateKeyPairSync('ed25519');

const cloudTrunk = { addresses: [], transport: 'tls', srtp: 'off', number_from: 'uri', media: 'same' } as const;
export const twilioTrunk: Trunk = {
  ...{ ...cloudTrunk, addresses: [], id: 'twilio', name: 'Twilio', kind: 'twilio', public_url: publicUrl },
  ...{ username: 'AC1', secret: 'an auth token', public_key: null },
};
export const telnyxTrunk: Trunk = {
  ...{ ...cloudTrunk, addresses: [], id: 'telnyx', name: 'Telnyx', kind: 'telnyx', public_url: publicUrl },
  ...{ username: null, secret: 'an API key' },
  public_key: Buffer.from(telnyxKeys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64'),
};

type Answer = { status: number; text: string };
const post = async (port: number, trunk: string, headers: Record<string, string>, body: string): Promise<Answer> => {
  const reply = await fetch(`http://127.0.0.1:${port}/calls/hooks/${trunk}`, { method: 'POST', headers, body });
  return { status: reply.status, text: await reply.text() };
};

/** Twilio's webhook for a call, signed with a token; `tampered` replaces fields after that. */
export const twilioHook = (
  port: number,
  fields: Record<string, string>,
  { token = twilioTrunk.secret!, tampered = {} }: { token?: string; tampered?: Record<string, string> } = {},
): Promise<Answer> => {
  const form: Record<string, string> = { AccountSid: 'AC1', CallStatus: 'ringing', From: '+4930123456', ...fields };
  const names = Object.keys(form).toSorted();
  const text = `${publicUrl}/calls/hooks/twilio${names.map((name) => name + form[name]).join('')}`;
  const signature = createHmac('sha1', token).update(text).digest('base64');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return post(port, 'twilio', headers, new URLSearchParams({ ...form, ...tampered }).toString());
};

/** Telnyx's webhook for an event, signed at a time (ms). */
export const telnyxHook = (port: number, type: string, payload: object, at = Date.now()): Promise<Answer> => {
  const body = JSON.stringify({ data: { event_type: type, record_type: 'event', payload } });
  const timestamp = String(Math.floor(at / 1000));
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`), telnyxKeys.privateKey).toString('base64');
  return post(port, 'telnyx', { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp }, body);
};

/** Where an answer has the call's sound connected: the path of its WebSocket. */
export const soundPath = (text: string): string =>
  /wss:\/\/calls\.example\.com(\/calls\/media\/[\w-]+)/.exec(text)?.[1] ?? '';

export type CarrierStream = {
  socket: WebSocket;
  /** What the caller heard: µ-law. */
  sound(): Buffer;
  /** The events that arrived, sound left out. */
  readonly events: string[];
  /** The marks that arrived are reported as played, now and from now on. */
  playMarks(): void;
  send(message: object): void;
  closed(): Promise<void>;
};

/** A carrier's stream of a call's sound, which plays everything at once. */
export const openStream = async (
  port: number,
  path: string,
  start: { kind: 'twilio' | 'telnyx'; carrierCall: string },
): Promise<CarrierStream> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  const closing = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const chunks: Buffer[] = [];
  const events: string[] = [];
  const marks: string[] = [];
  let areMarksPlayed = false;
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const playMarks = (): void => {
    areMarksPlayed = true;
    for (const name of marks.splice(0)) send({ event: 'mark', streamSid: 'MZ1', mark: { name } });
  };
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as {
      event: string;
      streamSid?: string;
      media?: { payload: string };
      mark?: { name: string };
    };
    if (start.kind === 'twilio' && message.streamSid !== 'MZ1') throw new Error('a message without its stream');
    if (message.event !== 'media') events.push(message.event);
    if (message.media) chunks.push(Buffer.from(message.media.payload, 'base64'));
    if (message.mark) marks.push(message.mark.name);
    if (areMarksPlayed) playMarks();
  });
  await once(socket, 'open');
  const { carrierCall } = start;
  send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
  if (start.kind === 'twilio')
    send({ event: 'start', sequenceNumber: '1', streamSid: 'MZ1', start: { accountSid: 'AC1', callSid: carrierCall } });
  else send({ event: 'start', sequence_number: '1', stream_id: 's', start: { call_control_id: carrierCall } });
  return {
    ...{ socket, events, send, playMarks },
    sound: () => Buffer.concat(chunks),
    closed: () => closing,
  };
};

export type TelnyxApi = {
  url: string;
  commands: { path: string; body: Record<string, unknown>; authorization: string | undefined }[];
  setStatus(status: number): void;
  close(): void;
};

/** Takes Telnyx's commands. */
export const openTelnyxApi = async (): Promise<TelnyxApi> => {
  const commands: TelnyxApi['commands'] = [];
  let status = 200;
  const server: Server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      commands.push({ path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown>, authorization });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"data":{"result":"ok"}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    commands,
    setStatus(next) {
      status = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
