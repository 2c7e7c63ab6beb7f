import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseMessage, type SipRequest } from './message.ts';
import type { Peer } from './peer.ts';
import { reply } from './reply.ts';
import { createServerTransactions, type ServerTransaction } from './server-transactions.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const requestOf = (method: string, branch = 'z9hG4bKone', number = 1): SipRequest => {
  const via = `Via: SIP/2.0/UDP 192.0.2.1:5060;branch=${branch};rport`;
  const ends = ['From: <sip:a@h>;tag=a', 'To: <sip:b@h>', 'Call-ID: c', `CSeq: ${number} ${method}`];
  const parsed = parseMessage(Buffer.from([`${method} sip:b@h SIP/2.0`, via, ...ends, '', ''].join('\r\n')));
  if (!('request' in parsed)) throw new Error('unreadable');
  return parsed.request;
};

/** The answering side, the times (ms) at which it sent something, and ACKs that belong to no refusal. */
const open = (protocol: Peer['protocol'] = 'udp') => {
  let passed = 0;
  const sent: number[] = [];
  const taken: ServerTransaction[] = [];
  let acks = 0;
  const transactions = createServerTransactions({
    request: (transaction) => void taken.push(transaction),
    acknowledge: () => void acks++,
    most: 2,
  });
  const peer: Peer = { protocol, address: '192.0.2.1', port: 5060, send: () => void sent.push(passed) };
  return {
    ...{ transactions, sent, taken },
    acks: () => acks,
    receive: (request: SipRequest) => transactions.receive(request, peer),
    pass(ms: number) {
      const until = passed + ms;
      while (passed < until) {
        passed += 100;
        vi.advanceTimersByTime(100);
      }
    },
  };
};
const doubling = [0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500];

it('a refusal is sent again, ever later, for 32 s (timers G and H)', () => {
  const side = open();
  side.receive(requestOf('INVITE'));
  side.taken[0]!.respond(reply(486));
  side.pass(60_000);
  expect(side.sent).toEqual(doubling);
  expect(side.transactions.size).toBe(0);
});

it('the ACK of a refusal ends it after 5 s, in which it is not sent again (timer I)', () => {
  const side = open();
  side.receive(requestOf('INVITE'));
  side.taken[0]!.respond(reply(486));
  side.pass(600);
  side.receive(requestOf('ACK'));
  expect(side.sent).toEqual([0, 500]);
  side.pass(4900);
  side.receive(requestOf('ACK'));
  expect(side.transactions.size).toBe(1);
  side.pass(5100);
  expect([side.transactions.size, side.acks(), side.sent.length]).toEqual([0, 0, 2]);
});

it('a 200 is sent again until its ACK, and reported without one, once', () => {
  const side = open();
  let reported = 0;
  side.receive(requestOf('INVITE'));
  side.taken[0]!.onUnacknowledged(() => reported++);
  side.taken[0]!.respond(reply(200));
  side.pass(60_000);
  expect([side.sent, reported]).toEqual([doubling, 1]);

  side.receive(requestOf('INVITE', 'z9hG4bKtwo'));
  side.taken[1]!.onUnacknowledged(() => reported++);
  side.taken[1]!.respond(reply(200));
  side.receive(requestOf('ACK', 'z9hG4bKthree'));
  expect(side.acks()).toBe(1);
  side.taken[1]!.acknowledged();
  side.pass(60_000);
  expect([side.sent.length, reported, side.transactions.size]).toEqual([doubling.length + 1, 1, 0]);
});

it('over TCP a refusal is sent once and a 200 again, as RFC 3261 §13.3.1.4 wants', () => {
  const side = open('tcp');
  side.receive(requestOf('INVITE'));
  side.taken[0]!.respond(reply(486));
  side.pass(40_000);
  expect(side.sent).toEqual([0]);
  side.receive(requestOf('INVITE', 'z9hG4bKtwo'));
  side.taken[1]!.respond(reply(200));
  side.pass(1000);
  expect(side.sent).toHaveLength(3);
});

it('a request that comes again gets the same response for 32 s and happens once (timer J)', () => {
  const side = open();
  side.receive(requestOf('BYE'));
  side.taken[0]!.respond(reply(200));
  side.pass(31_000);
  side.receive(requestOf('BYE'));
  expect([side.taken.length, side.sent.length]).toEqual([1, 2]);
  side.pass(1000);
  expect(side.transactions.size).toBe(0);
});

it('requests beyond the bound are dropped, and nothing remains after a stop', () => {
  const side = open();
  for (const branch of ['one', 'two', 'three']) side.receive(requestOf('INVITE', `z9hG4bK${branch}`));
  expect(side.taken).toHaveLength(2);
  side.taken[0]!.respond(reply(200));
  side.transactions.stop();
  expect([side.transactions.size, vi.getTimerCount()]).toEqual([0, 0]);
});
