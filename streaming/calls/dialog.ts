import { randomBytes } from 'node:crypto';
import { parseAddress, parseUri } from './sip/address.ts';
import type { ClientRequests, OwnRequest } from './sip/client-requests.ts';
import { headerOf, headersOf, parseCSeq, type SipRequest, type SipResponse } from './sip/message.ts';
import type { Peer } from './sip/peer.ts';

/** One call's SIP dialog, as the side that was called (RFC 3261 §12). */
export type Dialog = {
  /** Our tag, which no other call has. */
  readonly tag: string;
  readonly callId: string;
  /** Our Contact. */
  readonly contact: string;
  /** Identifies the INVITE, also when it arrives by another route. */
  readonly invite: string;
  /** Whether a request is of this dialog. */
  matches(request: SipRequest): boolean;
  /** Whether a new request is in order; remembers its number. */
  isNext(request: SipRequest): boolean;
  /** A request that renews the address of the other side. */
  refresh(request: SipRequest, peer: Peer): void;
  /** Sends a request; resolves with the final response, 408 if there is none. */
  send(method: OwnRequest['method'], headers?: OwnRequest['headers']): Promise<SipResponse>;
};

type Options = {
  invite: SipRequest;
  peer: Peer;
  /** Our address for the other side, `host:port`. */
  sentBy: string;
  contact: string;
  clients: ClientRequests;
  /** Whether a request of ours may be sent to that address instead of the one that the INVITE came from. */
  maySendTo(address: string): boolean;
};

/** Starts the dialog of an INVITE. */
export const createDialog = ({ invite, sentBy, contact, clients, maySendTo, ...options }: Options): Dialog => {
  const tag = randomBytes(9).toString('hex');
  const callId = headerOf(invite, 'call-id');
  const remoteTag = tagOf(headerOf(invite, 'from'));
  const routes = headersOf(invite, 'record-route');
  let { peer } = options;
  let remoteSequence = sequenceOf(invite);
  let ownSequence = 0;
  let target = targetOf(invite) ?? 'sip:unknown@invalid';

  /** The port of the next hop where that has the peer's address, else the peer's own port. */
  const nextPort = (): number | undefined => {
    const hop = parseUri(routes.length > 0 ? (parseAddress(routes[0]!)?.uri ?? '') : target);
    const isPeer = hop?.host === peer.address && maySendTo(hop.host);
    return isPeer ? (hop?.port ?? 5060) : undefined;
  };
  return {
    tag,
    callId,
    contact,
    invite: inviteId(invite),
    matches: (request) =>
      headerOf(request, 'call-id') === callId &&
      tagOf(headerOf(request, 'to')) === tag &&
      tagOf(headerOf(request, 'from')) === remoteTag,
    isNext(request) {
      const sequence = sequenceOf(request);
      if (sequence <= remoteSequence) return false;
      remoteSequence = sequence;
      return true;
    },
    refresh(request, from) {
      peer = from;
      target = targetOf(request) ?? target;
    },
    send(method, headers = []) {
      ownSequence++;
      return clients.send({
        ...{ method, uri: target, peer, port: nextPort(), sentBy },
        headers: [
          ...routes.map((route) => ['Route', route] as const),
          ['From', withTag(headerOf(invite, 'to'), tag)],
          ['To', headerOf(invite, 'from')],
          ['Call-ID', callId],
          ['CSeq', `${ownSequence} ${method}`],
          ['Contact', contact],
          ...headers,
        ],
      });
    },
  };
};

/** The same for one INVITE, whatever the route by which it arrives. */
export const inviteId = (invite: SipRequest): string =>
  [headerOf(invite, 'call-id'), tagOf(headerOf(invite, 'from')), sequenceOf(invite)].join(' ');

/** The tag of a From or To header, '' without one. */
export const tagOf = (header: string): string => parseAddress(header)?.params.get('tag') ?? '';

/** The number of a request's CSeq. */
export const sequenceOf = (request: SipRequest): number => parseCSeq(headerOf(request, 'cseq'))?.number ?? 0;

const targetOf = (request: SipRequest): string | undefined => {
  const uri = parseAddress(headerOf(request, 'contact'))?.uri;
  return uri !== undefined && parseUri(uri) ? uri : undefined;
};

const withTag = (header: string, tag: string): string => (tagOf(header) === '' ? `${header};tag=${tag}` : header);
