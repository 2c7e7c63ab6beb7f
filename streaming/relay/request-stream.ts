import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { ownUserAgent } from '#streaming/base/product.ts';
import { headEnd, parseHeaders } from '#streaming/ingest/request-head.ts';
import type { DialBudget } from './dial-budget.ts';
import { resolveName } from './resolve-name.ts';

/** A server's answer with its head parsed; `socket` is paused. */
export type Answer = {
  status: number;
  headers: Map<string, string>;
  socket: Socket;
  /** Bytes received after the head. */
  rest: Buffer;
};

export type OutboundOptions = {
  /** Whether an IP address may be connected to. */
  mayDial(address: string): boolean;
  /** Whether one more server (`host:port`) may be tried. */
  mayTry: DialBudget;
  signal: AbortSignal;
};

const connectMs = 5000;
const headMs = 10_000;
const longestHead = 16_384;
/** For a name with many addresses, how many are tried. */
const maxAddresses = 3;

/**
 * Requests a stream from one server like a player: the name is resolved once, every address is checked, and the
 * connection goes to a checked address. Throws the reason if it fails.
 */
export const requestStream = async (url: URL, outward: OutboundOptions): Promise<Answer> => {
  const addresses = await resolve(url, outward);
  if (!outward.mayTry(`${hostOf(url)}:${portOf(url)}`))
    throw new Error('This station has tried too many different servers; it retries within an hour.');
  let failure: unknown;
  for (const address of addresses.slice(0, maxAddresses)) {
    outward.signal.throwIfAborted();
    try {
      const socket = await openConnection(url, address, outward.signal);
      return await request(socket, url, outward.signal);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

const resolve = async (url: URL, { mayDial }: OutboundOptions): Promise<string[]> => {
  const addresses = await resolveName(hostOf(url));
  if (addresses.length === 0 || !addresses.every(mayDial)) throw new Error('Not a public IP address.');
  return addresses;
};

const openConnection = (url: URL, address: string, signal: AbortSignal): Promise<Socket> => {
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const port = portOf(url);
  const servername = isIP(host) === 0 ? host : '';
  const socket = isSecure
    ? connectSecure({ host: address, port, servername, ALPNProtocols: ['http/1.1'] })
    : connectPlain({ host: address, port });
  return withTimeout(socket, connectMs, signal, (done) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => done(socket));
  });
};

const request = (socket: Socket, url: URL, signal: AbortSignal): Promise<Answer> => {
  socket.write(requestHead(url));
  let bytes: Buffer = Buffer.alloc(0);
  return withTimeout(socket, headMs, signal, (done, fail) => {
    socket.on('data', function receive(chunk: Buffer): void {
      bytes = bytes.length > 0 ? Buffer.concat([bytes, chunk]) : chunk;
      const end = headEnd(bytes);
      if (end < 0 && bytes.length <= longestHead) return;
      socket.off('data', receive);
      socket.pause();
      const head = end < 0 ? undefined : parseAnswer(bytes.toString('latin1', 0, end));
      if (!head) return fail(unreachable());
      done({ ...head, socket, rest: bytes.subarray(end) });
    });
  });
};

/** Runs `begin` on a socket; if that fails, is closed, or takes too long, destroys the socket. */
const withTimeout = <T>(
  socket: Socket,
  patienceMs: number,
  signal: AbortSignal,
  begin: (done: (value: T) => void, fail: (error: Error) => void) => void,
): Promise<T> =>
  new Promise((fulfil, reject) => {
    const timer = setTimeout(() => fail(unreachable()), patienceMs);
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.off('close', closed);
      socket.off('error', failed);
    };
    const fail = (error: Error): void => {
      cleanUp();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(error);
    };
    const failed = (error: NodeJS.ErrnoException): void => fail(reasonOf(error));
    const closed = (): void => fail(unreachable());
    const abort = (): void => fail(new Error('No longer needed.'));
    socket.on('error', failed);
    socket.on('close', closed);
    signal.addEventListener('abort', abort);
    begin((value) => {
      cleanUp();
      socket.on('error', () => socket.destroy());
      fulfil(value);
    }, fail);
  });

/** One text for every cause: the engine must not reveal whether a port of another server is open. */
const unreachable = (): Error => new Error('The server could not be reached.');

/** A certificate error is its owner's to fix, and reveals no more than any browser does. */
const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): Error => {
  const isCertificate = /CERT|ALTNAME|SELF_SIGNED|SIGNATURE/.test(code);
  return isCertificate ? new Error(`No secure connection: ${message.split(/[;\n]/)[0]!.slice(0, 200)}`) : unreachable();
};

const requestHead = (url: URL): string => {
  const { username, password } = url;
  const login = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64');
  const lines = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `User-Agent: ${ownUserAgent()}`,
    'Accept: */*',
    'Icy-MetaData: 1',
    'Connection: close',
    ...(username === '' ? [] : [`Authorization: Basic ${login}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Parses HTTP's status line, or the old Shoutcast's `ICY 200 OK`. */
const parseAnswer = (text: string): Pick<Answer, 'status' | 'headers'> | undefined => {
  const lines = text.split(/\r?\n/);
  const status = /^(?:HTTP\/1\.[01]|ICY) +(\d{3})/.exec(lines[0] ?? '')?.[1];
  return status === undefined ? undefined : { status: Number(status), headers: parseHeaders(lines.slice(1)) };
};

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
