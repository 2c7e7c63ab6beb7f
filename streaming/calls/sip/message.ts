import { parseAddress } from './address.ts';

/** A request as received; header names are lower case and complete (`via` for `v`). */
export type SipRequest = {
  method: string;
  uri: string;
  headers: SipHeaders;
  body: Buffer;
};
export type SipResponse = { status: number; headers: SipHeaders };
export type SipHeaders = ReadonlyMap<string, readonly string[]>;

/** What is wrong with a request that can still be answered. */
export type Problem = { status: number; reason: string };
export type Parsed =
  | { request: SipRequest; problem?: Problem | undefined }
  | { response: SipResponse }
  /** It can't be answered, e.g. as nothing says where to. */
  | { unreadable: string };

export const largestMessage = 65_536;
const mostHeaders = 200;

const shortNames: Record<string, string> = {
  ...{ a: 'accept-contact', b: 'referred-by', c: 'content-type', e: 'content-encoding', f: 'from', i: 'call-id' },
  ...{ k: 'supported', l: 'content-length', m: 'contact', o: 'event', r: 'refer-to', s: 'subject', t: 'to' },
  ...{ u: 'allow-events', v: 'via', x: 'session-expires', y: 'identity' },
};
/** Headers whose values may be listed in one line, separated by commas. */
const lists = new Set(['via', 'contact', 'route', 'record-route', 'supported', 'require', 'allow']);
const token = /^[A-Za-z0-9\-.!%*_+`'~]+$/;

/** The first value of a header, '' if there is none. */
export const headerOf = ({ headers }: { headers: SipHeaders }, name: string): string => headers.get(name)?.[0] ?? '';

/** All values of a header. */
export const headersOf = ({ headers }: { headers: SipHeaders }, name: string): readonly string[] =>
  headers.get(name) ?? [];

/** Whether a list header (`supported`, `allow`) has the entry, in any case. */
export const isListed = (message: { headers: SipHeaders }, name: string, entry: string): boolean =>
  headersOf(message, name).some((value) => value.toLowerCase() === entry.toLowerCase());

/**
 * Parses one SIP message (RFC 3261): compact names, folded lines, several values in a line. Never throws; bounded to
 * 64 kB and 200 headers.
 */
export const parseMessage = (bytes: Buffer): Parsed => {
  if (bytes.length > largestMessage) return { unreadable: 'too long' };
  const end = bytes.indexOf('\r\n\r\n');
  const lines = bytes.toString('utf8', 0, end < 0 ? bytes.length : end).split('\r\n');
  const first = lines.shift() ?? '';
  const { headers, problem } = parseHeaders(lines);
  if (first.startsWith('SIP/2.0 ')) {
    const status = Number(first.slice(8, 11));
    return Number.isInteger(status) ? { response: { status, headers } } : { unreadable: 'status' };
  }
  const start = first.split(' ');
  const [method = ''] = start;
  const [uri, version] = [start.slice(1, -1).join(' '), start.at(-1) ?? ''];
  if (start.length < 3 || !token.test(method) || !/^SIP\/\d+\.\d+$/.test(version))
    return { unreadable: 'request line' };
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const length = lengthOf(headers, rest.length);
  const request = { method, uri, headers, body: rest.subarray(0, length) };
  const missing = ['via', 'from', 'to', 'call-id', 'cseq'].find((name) => headerOf(request, name) === '');
  if (missing !== undefined) return { unreadable: `no ${missing}` };
  return { request, problem: problem ?? problemOf(request, version, length, rest.length) };
};

/** The length of a message that arrives in a stream: how many bytes follow its headers. */
export const contentLength = (head: string): number | undefined => {
  const { headers } = parseHeaders(head.split('\r\n').slice(1));
  const length = lengthOf(headers, 0);
  return length >= 0 ? length : undefined;
};

const parseHeaders = (lines: string[]): { headers: SipHeaders; problem?: Problem | undefined } => {
  const headers = new Map<string, string[]>();
  const unfolded: string[] = [];
  for (const line of lines) {
    const isContinued = line.startsWith(' ') || line.startsWith('\t');
    if (isContinued && unfolded.length > 0) unfolded[unfolded.length - 1] += ` ${line.trim()}`;
    else if (unfolded.push(line) > mostHeaders) return { headers, problem: badRequest('Too many headers') };
  }
  let problem: Problem | undefined;
  for (const line of unfolded) {
    const colon = line.indexOf(':');
    const written = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!token.test(written) || /[\u0000\r\n]/.test(line)) {
      problem = badRequest('Malformed header');
      continue;
    }
    const name = shortNames[written] ?? written;
    const value = line.slice(colon + 1).trim();
    const values = lists.has(name) ? splitList(value) : [value];
    const known = headers.get(name);
    if (known === undefined) headers.set(name, values);
    else known.push(...values);
  }
  return { headers, problem };
};

/** Splits at commas outside of quotes and angle brackets. */
export const splitList = (value: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (isQuoted && char === '\\') at++;
    else if (char === '"' && !isBracketed) isQuoted = !isQuoted;
    else if (!isQuoted && (char === '<' || char === '>')) isBracketed = char === '<';
    else if (char === ',' && !isQuoted && !isBracketed) {
      parts.push(value.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(value.slice(from).trim());
  return parts.filter((part) => part !== '');
};

/** −1 for a length that is none, or for two that differ. */
const lengthOf = (headers: SipHeaders, available: number): number => {
  const values = headers.get('content-length');
  if (values === undefined) return available;
  const isSame = values.every((value) => value === values[0]);
  return isSame && /^\d{1,9}$/.test(values[0] ?? '') ? Number(values[0]) : -1;
};

const problemOf = (request: SipRequest, version: string, length: number, available: number): Problem | undefined => {
  if (version !== 'SIP/2.0') return { status: 505, reason: 'Version Not Supported' };
  if (length < 0 || length > available) return badRequest('Content-Length');
  for (const name of ['from', 'to', 'call-id', 'cseq'])
    if (headersOf(request, name).length > 1) return badRequest(`Several ${name}`);
  const cseq = parseCSeq(headerOf(request, 'cseq'));
  if (cseq === undefined || cseq.method !== request.method) return badRequest('CSeq');
  for (const name of ['from', 'to'])
    if (parseAddress(headerOf(request, name)) === undefined) return badRequest(name === 'to' ? 'To' : 'From');
  if (/[\s<>"]/.test(request.uri) || request.uri === '') return badRequest('Request-URI');
  if (!/^(sips?|tel):/i.test(request.uri)) return { status: 416, reason: 'Unsupported URI Scheme' };
  return undefined;
};

/** Parses `314159 INVITE`; undefined for a number above 2³¹. */
export const parseCSeq = (value: string): { number: number; method: string } | undefined => {
  const found = /^(\d{1,10})[ \t]+(\S+)$/.exec(value);
  const number = Number(found?.[1]);
  return found && number < 2 ** 31 ? { number, method: found[2]! } : undefined;
};

const badRequest = (what: string): Problem => ({ status: 400, reason: `Bad Request: ${what}` });

/** Writes a message; its Content-Length is added. */
export const writeMessage = (first: string, headers: readonly (readonly [string, string])[], body = ''): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([first, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
};
