import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parseAddress } from '../sip/address.ts';
import { headerOf, parseMessage, type SipRequest, type SipResponse } from '../sip/message.ts';
import { decodeG711, type G711 } from '../sound/g711.ts';

type Packet = { sequence: number; time: number; payload: number; sound: Buffer };
export type Reply = SipResponse & { body: string; text: string };

export type Caller = {
  readonly port: number;
  readonly rtpPort: number;
  readonly packets: Packet[];
  /** Requests that came from the other side: BYE, OPTIONS, UPDATE. Each is answered. */
  readonly requests: string[];
  /** The last of them. */
  readonly lastRequest: SipRequest | undefined;
  /** Sends a request and resolves with its final response. */
  request(method: string, options?: RequestOptions): Promise<Reply>;
  /** Sends INVITE; with `ack`, unless that is false, also ACK after a 2xx. */
  invite(options?: RequestOptions & { ack?: boolean }): Promise<Reply>;
  /** ACK to the last 2xx response. */
  ack(body?: string): void;
  /** Sends BYE until it is answered, as telephones do: the other side may have dropped it. */
  bye(): Promise<Reply>;
  /** Sends bytes as they are. */
  raw(bytes: Buffer): void;
  /** Every response that arrived, in order: status and CSeq. */
  readonly responses: string[];
  /** Sends 20 ms of sound, or the given bytes. */
  speak(bytes?: Buffer): void;
  /** What was heard so far, as 16-bit samples of 8000 Hz at their place in time. */
  samples(): Int16Array;
  close(): void;
};

type RequestOptions = {
  /** Replaces the description; '' sends none. */
  body?: string;
  headers?: readonly string[];
  /** The same Via branch again: a retransmission. */
  branch?: string;
  uri?: string;
};

export type CallerOptions = {
  port: number;
  did?: string;
  from?: string;
  payloads?: readonly number[];
  codec?: G711;
  /** Its answers to requests, in their order, the last one from then on: status, or status and headers; 200 if not given. */
  answers?: number | readonly (readonly [status: number, ...headers: string[]])[];
  /** Answers a challenge with this name and password. */
  credentials?: { username: string; secret: string; algorithm?: 'SHA-256' | 'MD5' };
};

const host = '127.0.0.1';
const headerBytes = 12;
const resendMs = 500;

const newBranch = (): string => `z9hG4bK${randomBytes(6).toString('hex')}`;

/** The description of a caller who listens at a port. */
export const offerOf = (
  port: number,
  payloads: readonly number[] = [0, 8, 101],
  more: readonly string[] = [],
): string => {
  const maps = payloads.includes(101) ? ['a=rtpmap:101 telephone-event/8000'] : [];
  const head = ['v=0', `o=- 1 1 IN IP4 ${host}`, 's=-', `c=IN IP4 ${host}`, 't=0 0'];
  return [...head, `m=audio ${port} RTP/AVP ${payloads.join(' ')}`, ...maps, ...more, ''].join('\r\n');
};

/** A telephone over UDP, which keeps everything it hears. */
export const openCaller = async (options: CallerOptions): Promise<Caller> => {
  const [sip, rtp] = [await open(), await open()];
  const { did = '+12025550100', from = '+4930123456', payloads, codec = 'pcmu' } = options;
  const [callId, tag] = [randomBytes(8).toString('hex'), randomBytes(4).toString('hex')];
  const target = `sip:${did}@${host}:${options.port}`;
  const packets: Packet[] = [];
  const responses: string[] = [];
  const requests: string[] = [];
  const waiting = new Map<string, (reply: Reply) => void>();
  const { answers: given = 200 } = options;
  const answers = typeof given === 'number' ? [[given] as const] : [...given];
  let sequence = 0;
  let remoteTag = '';
  let answered: Reply | undefined;
  let lastRequest: SipRequest | undefined;
  let rtpSequence = 0;
  let hangingUp: NodeJS.Timeout | undefined;

  const send = (bytes: Buffer | string): void => sip.send(bytes, options.port, host);
  const write = (
    method: string,
    number: number,
    { body = '', headers = [], branch, uri = target }: RequestOptions,
  ): void => {
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${host}:${sip.address().port};branch=${branch ?? newBranch()};rport`,
      ...[
        `From: <sip:${from}@${host}>;tag=${tag}`,
        `To: <sip:${did}@${host}>${remoteTag === '' ? '' : `;tag=${remoteTag}`}`,
      ],
      ...[`Call-ID: ${callId}`, `CSeq: ${number} ${method}`, 'Max-Forwards: 70'],
      ...[`Contact: <sip:caller@${host}:${sip.address().port}>`, ...headers],
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      ...[`Content-Length: ${Buffer.byteLength(body)}`, '', body],
    ];
    send(lines.join('\r\n'));
  };
  const exchange = (method: string, given: RequestOptions = {}): Promise<Reply> => {
    const number = method === 'CANCEL' ? sequence : ++sequence;
    return new Promise((resolve) => {
      waiting.set(`${number} ${method}`, resolve);
      write(method, number, given);
    });
  };
  sip.on('message', (bytes) => {
    const parsed = parseMessage(bytes);
    if ('request' in parsed) {
      requests.push(parsed.request.method);
      lastRequest = parsed.request;
      const copied = ['via', 'from', 'to', 'call-id', 'cseq'].map(
        (name) => `${name}: ${headerOf(parsed.request, name)}`,
      );
      const [status, ...more] = answers.length > 1 ? answers.shift()! : answers[0]!;
      return send([`SIP/2.0 ${status} Answer`, ...copied, ...more, 'Content-Length: 0', '', ''].join('\r\n'));
    }
    if (!('response' in parsed)) return;
    const { response } = parsed;
    const text = bytes.toString();
    const cseq = headerOf(response, 'cseq');
    responses.push(`${response.status} ${cseq}`);
    if (response.status < 200) return;
    if (response.status < 300 && cseq.endsWith('INVITE'))
      remoteTag = parseAddress(headerOf(response, 'to'))?.params.get('tag') ?? '';
    waiting.get(cseq)?.({ ...response, text, body: text.slice(text.indexOf('\r\n\r\n') + 4) });
    waiting.delete(cseq);
  });
  rtp.on('message', (bytes) => {
    packets.push({
      ...{ sequence: bytes.readUInt16BE(2), time: bytes.readUInt32BE(4), payload: bytes[1]! & 0x7f },
      sound: Buffer.from(bytes.subarray(headerBytes)),
    });
  });

  const description = (): string => offerOf(rtp.address().port, payloads);
  const caller: Caller = {
    ...{ port: sip.address().port, rtpPort: rtp.address().port, packets, responses, requests },
    get lastRequest() {
      return lastRequest;
    },
    request: exchange,
    async invite({ ack = true, ...given } = {}) {
      const body = given.body ?? description();
      let reply = await exchange('INVITE', { ...given, body });
      if (reply.status === 401 && options.credentials) {
        const header = authorization(options.credentials, reply, 'INVITE', target);
        reply = await exchange('INVITE', { ...given, body, headers: [...(given.headers ?? []), header] });
      }
      if (reply.status < 300) answered = reply;
      if (ack && reply.status < 300) caller.ack();
      return reply;
    },
    ack: (body) => write('ACK', sequence, { body: body ?? '' }),
    bye() {
      const branch = newBranch();
      const answer = exchange('BYE', { branch });
      clearInterval(hangingUp);
      const number = sequence;
      hangingUp = setInterval(() => write('BYE', number, { branch }), resendMs);
      return answer.finally(() => clearInterval(hangingUp));
    },
    raw: send,
    speak(bytes) {
      const to = Number(/^m=audio (\d+)/m.exec(answered?.body ?? '')?.[1]);
      const packet = Buffer.alloc(headerBytes + 160, 0xff);
      packet.set([0x80, 0]);
      packet.writeUInt16BE(++rtpSequence & 0xffff, 2);
      packet.writeUInt32BE(rtpSequence * 160, 4);
      if (to > 0) rtp.send(bytes ?? packet, to, host);
    },
    samples: () => samplesOf(packets, codec),
    close() {
      clearInterval(hangingUp);
      sip.close();
      rtp.close();
    },
  };
  return caller;
};

/** Places packets by their time stamps; what is missing is silence. */
export const samplesOf = (packets: readonly Packet[], codec: G711): Int16Array => {
  const [first] = packets;
  if (!first) return new Int16Array(0);
  const offsets = packets.map(({ time }) => (time - first.time) | 0);
  const samples = new Int16Array(Math.max(...offsets) + first.sound.length);
  for (const [at, { sound }] of packets.entries())
    if (offsets[at]! >= 0) samples.set(decodeG711(codec, sound), offsets[at]);
  return samples;
};

/** The strongest of the tones in each 10 ms, 0 for silence, as runs `[hertz, ms]`. */
export const tonesIn = (samples: Int16Array, tones: readonly number[]): [hertz: number, ms: number][] => {
  const runs: [number, number][] = [];
  for (let at = 0; at + 80 <= samples.length; at += 80) {
    const window = samples.subarray(at, at + 80);
    const power = window.reduce((sum, value) => sum + value * value, 0) / window.length;
    const powers = tones.map((hertz) => powerAt(window, hertz));
    const hertz = power < 10_000 ? 0 : tones[powers.indexOf(Math.max(...powers))]!;
    const last = runs.at(-1);
    if (last?.[0] === hertz) last[1] += 10;
    else runs.push([hertz, 10]);
  }
  return runs;
};

const powerAt = (window: Int16Array, hertz: number): number => {
  let [real, imaginary] = [0, 0];
  for (const [at, value] of window.entries()) {
    real += value * Math.cos((2 * Math.PI * hertz * at) / 8000);
    imaginary += value * Math.sin((2 * Math.PI * hertz * at) / 8000);
  }
  return real * real + imaginary * imaginary;
};

const authorization = (
  { username, secret, algorithm = 'SHA-256' }: NonNullable<CallerOptions['credentials']>,
  reply: Reply,
  method: string,
  uri: string,
): string => {
  const challenge = reply.text.split('\r\n').find((line) => line.includes(`algorithm=${algorithm}`)) ?? '';
  const nonce = /nonce="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const of = (...parts: string[]): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(parts.join(':'))
      .digest('hex');
  const response = of(of(username, 'calls', secret), nonce, '00000001', 'c', 'auth', of(method, uri));
  const fields = [
    `username="${username}"`,
    'realm="calls"',
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `response="${response}"`,
  ];
  return `Authorization: Digest ${[...fields, `algorithm=${algorithm}`, 'qop=auth', 'nc=00000001', 'cnonce="c"'].join(', ')}`;
};

const open = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  socket.on('error', () => undefined);
  socket.bind(0, host);
  await once(socket, 'listening');
  return socket;
};
