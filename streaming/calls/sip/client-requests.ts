import { randomBytes } from 'node:crypto';
import { parseVia } from './address.ts';
import { headersOf, writeMessage, type SipResponse } from './message.ts';
import { isReliable, type Peer } from './peer.ts';
import { timers } from './server-transactions.ts';

/** A request within a call: BYE, OPTIONS or UPDATE. */
export type OwnRequest = {
  method: 'BYE' | 'OPTIONS' | 'UPDATE';
  uri: string;
  headers: readonly (readonly [string, string])[];
  peer: Peer;
  /** UDP: the port to send to, if not the peer's. */
  port?: number | undefined;
  /** Our address for responses, `host:port`. */
  sentBy: string;
};

export type ClientRequests = {
  /** Sends until there is a final response; resolves with it, 408 if there is none. */
  send(request: OwnRequest): Promise<SipResponse>;
  receive(response: SipResponse): void;
  stop(): void;
};

type Pending = { settle(response: SipResponse): void };

const noResponse: SipResponse = { status: 408, headers: new Map() };

/** Requests of ours and their responses (RFC 3261 §17.1.2, timers E and F); none of them starts a call. */
export const createClientRequests = (): ClientRequests => {
  const pending = new Map<string, Pending>();
  return {
    send: ({ method, uri, headers, peer, port, sentBy }) =>
      new Promise((resolve) => {
        const branch = `z9hG4bK${randomBytes(12).toString('hex')}`;
        const via = `SIP/2.0/${peer.protocol.toUpperCase()} ${sentBy};branch=${branch};rport`;
        const bytes = writeMessage(`${method} ${uri} SIP/2.0`, [['Via', via], ['Max-Forwards', '70'], ...headers]);
        let resending: NodeJS.Timeout | undefined;
        const sendEvery = (ms: number): void => {
          peer.send(bytes, port);
          if (!isReliable(peer)) resending = setTimeout(sendEvery, ms, Math.min(2 * ms, timers.t2));
        };
        const settle = (response: SipResponse): void => {
          pending.delete(branch);
          clearTimeout(resending);
          clearTimeout(giveUp);
          resolve(response);
        };
        const giveUp = setTimeout(settle, timers.most, noResponse);
        pending.set(branch, { settle });
        sendEvery(timers.t1);
      }),
    receive(response) {
      const branch = parseVia(headersOf(response, 'via')[0] ?? '')?.params.get('branch') ?? '';
      if (response.status >= 200) pending.get(branch)?.settle(response);
    },
    stop() {
      for (const { settle } of pending.values()) settle(noResponse);
    },
  };
};
