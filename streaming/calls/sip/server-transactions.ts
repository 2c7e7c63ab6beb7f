import { parseVia } from './address.ts';
import { headerOf, headersOf, parseCSeq, type SipRequest } from './message.ts';
import { isReliable, type Peer } from './peer.ts';
import { reply, sendReply, writeReply, type Reply } from './reply.ts';

/** A request and its responses, which are sent again until the other side has them (RFC 3261 §17.2). */
export type ServerTransaction = {
  readonly request: SipRequest;
  readonly peer: Peer;
  /** The final response, if it was sent. */
  readonly status: number | undefined;
  /** Sends a response; a second final one is ignored. */
  respond(reply: Reply): void;
  /** The ACK to a 2xx response arrived: it isn't sent again. */
  acknowledged(): void;
  /** Calls back if the final response to an INVITE was never acknowledged. */
  onUnacknowledged(callback: () => void): void;
};

export type ServerTransactions = {
  receive(request: SipRequest, peer: Peer): void;
  /** The INVITE that a CANCEL is about. */
  cancelled(cancel: SipRequest): ServerTransaction | undefined;
  readonly size: number;
  stop(): void;
};

type Options = {
  /** A new request; an ACK isn't one. */
  request(transaction: ServerTransaction): void;
  /** An ACK to a 2xx response. */
  acknowledge(ack: SipRequest, peer: Peer): void;
  /** Beyond these, new requests are dropped and come again. */
  most?: number;
};

/** Round trip, longest interval and longest life of a message in the network, ms (RFC 3261 §17). */
export const timers = { t1: 500, t2: 4000, t4: 5000, most: 64 * 500 } as const;
const mostTransactions = 20_000;

type Own = ServerTransaction & { repeat(): void; confirmed(): void; end(): void };

/** The server's side of SIP transactions: retransmitted requests get the same response and happen once. */
export const createServerTransactions = (options: Options): ServerTransactions => {
  const open = new Map<string, Own>();
  const { most = mostTransactions } = options;
  return {
    receive(request, peer) {
      const key = keyOf(request, request.method === 'ACK' ? 'INVITE' : request.method);
      const known = key === undefined ? undefined : open.get(key);
      if (request.method === 'ACK') {
        if (known?.status !== undefined && known.status >= 300) return known.confirmed();
        return options.acknowledge(request, peer);
      }
      if (known) return known.repeat();
      // What can't be matched later can't be answered once.
      if (key === undefined || open.size >= most) return;
      const transaction = openTransaction(request, peer, () => open.delete(key));
      open.set(key, transaction);
      options.request(transaction);
    },
    cancelled(cancel) {
      const key = keyOf(cancel, 'INVITE');
      return key === undefined ? undefined : open.get(key);
    },
    get size() {
      return open.size;
    },
    stop() {
      for (const transaction of open.values()) transaction.end();
      open.clear();
    },
  };
};

/** Retransmissions of a request have the same key (RFC 3261 §17.2.3); clients of RFC 2543 have no unique branch. */
const keyOf = (request: SipRequest, method: string): string | undefined => {
  const via = parseVia(headersOf(request, 'via')[0] ?? '');
  if (!via) return undefined;
  const branch = via.params.get('branch') ?? '';
  const sentBy = `${via.host}:${via.port ?? ''}`;
  if (branch.startsWith('z9hG4bK') && branch.length > 7) return `${method} ${sentBy} ${branch}`;
  const cseq = parseCSeq(headerOf(request, 'cseq'))?.number ?? 0;
  return [method, sentBy, headerOf(request, 'call-id'), cseq, headerOf(request, 'from'), request.uri].join(' ');
};

const openTransaction = (request: SipRequest, peer: Peer, closed: () => void): Own => {
  const isInvite = request.method === 'INVITE';
  let last: Buffer | undefined;
  let status: number | undefined;
  let isAcknowledged = false;
  let unacknowledged = (): void => {};
  let resending: NodeJS.Timeout | undefined;
  let ending: NodeJS.Timeout | undefined;

  const send = (): void => {
    if (last) sendReply(request, peer, last);
  };
  const end = (): void => {
    clearTimeout(resending);
    clearTimeout(ending);
    closed();
  };
  const endIn = (ms: number): void => {
    clearTimeout(ending);
    if (ms === 0) return end();
    ending = setTimeout(end, ms);
  };
  /** Timer G, and the repetition of 2xx responses by RFC 3261 §13.3.1.4. */
  const resendIn = (ms: number): void => {
    resending = setTimeout(() => {
      send();
      resendIn(Math.min(2 * ms, timers.t2));
    }, ms);
  };
  const expectAck = (final: number): void => {
    if (final < 300 || !isReliable(peer)) resendIn(timers.t1);
    ending = setTimeout(() => {
      end();
      if (!isAcknowledged) unacknowledged();
    }, timers.most);
  };

  return {
    request,
    peer,
    get status() {
      return status;
    },
    respond(given) {
      if (status !== undefined) return;
      last = writeReply(request, peer, given);
      send();
      if (given.status < 200) return;
      status = given.status;
      if (isInvite) expectAck(status);
      else endIn(isReliable(peer) ? 0 : timers.most);
    },
    acknowledged() {
      isAcknowledged = true;
      clearTimeout(resending);
    },
    onUnacknowledged(callback) {
      unacknowledged = callback;
    },
    repeat: send,
    confirmed() {
      isAcknowledged = true;
      clearTimeout(resending);
      endIn(isReliable(peer) ? 0 : timers.t4);
    },
    end,
  };
};

/** Answers a request that needs no memory, such as OPTIONS: the same question gets the same answer again. */
export const respondStateless = (request: SipRequest, peer: Peer, status: number, more?: Parameters<typeof reply>[1]) =>
  sendReply(request, peer, writeReply(request, peer, reply(status, more)));
