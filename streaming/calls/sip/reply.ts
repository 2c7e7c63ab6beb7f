import { parseAddress, parseVia } from './address.ts';
import { headerOf, headersOf, writeMessage, type SipRequest } from './message.ts';
import { isReliable, type Peer } from './peer.ts';

export type Reply = {
  status: number;
  reason: string;
  /** Our tag in To, which identifies a dialog; not used where the request has one. */
  tag?: string;
  headers?: readonly (readonly [string, string])[];
  body?: string;
};

export const ourMethods = 'INVITE, ACK, BYE, CANCEL, OPTIONS, UPDATE';

const reasons: Record<number, string> = {
  ...{ 100: 'Trying', 200: 'OK', 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 405: 'Method Not Allowed' },
  ...{ 415: 'Unsupported Media Type', 420: 'Bad Extension', 422: 'Session Interval Too Small' },
  ...{ 480: 'Temporarily Unavailable', 481: 'Call/Transaction Does Not Exist', 486: 'Busy Here' },
  ...{ 487: 'Request Terminated', 488: 'Not Acceptable Here', 491: 'Request Pending', 500: 'Server Internal Error' },
  ...{ 503: 'Service Unavailable' },
};

/** A reply with the standard's words. */
export const reply = (status: number, more: Omit<Reply, 'status' | 'reason'> = {}): Reply => ({
  ...{ status, reason: reasons[status] ?? 'Refused' },
  ...more,
});

/** Writes the response to a request (RFC 3261 §8.2.6, RFC 3581). */
export const writeReply = (
  request: SipRequest,
  peer: Peer,
  { status, reason, tag, headers = [], body }: Reply,
): Buffer => {
  const [top = '', ...others] = headersOf(request, 'via');
  const isDialog = request.method === 'INVITE' && status > 100 && status < 300;
  const to = headerOf(request, 'to');
  const lines: (readonly [string, string])[] = [
    ['Via', receivedVia(top, peer)],
    ...others.map((via) => ['Via', via] as const),
    ...(isDialog ? headersOf(request, 'record-route').map((route) => ['Record-Route', route] as const) : []),
    ['From', headerOf(request, 'from')],
    ['To', tag !== undefined && status > 100 && !hasTag(to) ? `${to};tag=${tag}` : to],
    ['Call-ID', headerOf(request, 'call-id')],
    ['CSeq', headerOf(request, 'cseq')],
    ...headers,
    ...(body === undefined ? [] : [['Content-Type', 'application/sdp'] as const]),
  ];
  return writeMessage(`SIP/2.0 ${status} ${reason}`, lines, body);
};

/**
 * Sends a response to where the request came from: the source's port if it asked for that (`rport`), else the port it
 * named.
 */
export const sendReply = (request: SipRequest, peer: Peer, bytes: Buffer): void => {
  const via = parseVia(headersOf(request, 'via')[0] ?? '');
  const port = isReliable(peer) || !via || via.params.has('rport') ? undefined : (via.port ?? 5060);
  peer.send(bytes, port);
};

/** The top Via with the address that the request really came from. */
const receivedVia = (via: string, peer: Peer): string => {
  const parsed = parseVia(via);
  if (!parsed) return via;
  const wantsPort = parsed.params.get('rport') === '';
  const [sentBy = '', ...params] = via.split(';');
  const marked = params.map((param) =>
    wantsPort && param.trim().toLowerCase() === 'rport' ? `rport=${peer.port}` : param,
  );
  const received = wantsPort || parsed.host !== peer.address ? [`received=${peer.address}`] : [];
  return [sentBy, ...marked, ...received].join(';');
};

const hasTag = (to: string): boolean => parseAddress(to)?.params.has('tag') ?? to.includes(';tag=');
