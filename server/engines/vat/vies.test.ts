import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedOutbound, guardWith } from '#server/kernel/outbound/guarded.ts';
import { viesRegister } from './vies.ts';

/* Replies as the register gives them. */

let server: Server;
let url: string;
let replies: { status: number; body: unknown }[] = [];
let questions: unknown[] = [];
const outbound = guardedOutbound(guardWith(['127.0.0.0/8']));

beforeAll(async () => {
  server = createServer((request, reply) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      questions.push(JSON.parse(Buffer.concat(parts).toString()));
      const { status, body } = replies.shift() ?? { status: 500, body: '' };
      reply.writeHead(status, { 'content-type': 'application/json' });
      reply.end(typeof body === 'string' ? body : JSON.stringify(body));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/check-vat-number`;
});
afterAll(() => void server.close());
beforeEach(() => {
  replies = [];
  questions = [];
});

const seller = { country: 'IE', number: '6388047V' };
const check = (requester: typeof seller | null = null) =>
  viesRegister(outbound, url).check({ country: 'EL', number: '123456789' }, { requester, timeoutMs: 5000 });

describe('the register', () => {
  it('confirms a number with the name, the address and its receipt', async () => {
    const found = { countryCode: 'EL', vatNumber: '123456789', valid: true, requestIdentifier: 'WAPIAAAA1' };
    replies = [{ status: 200, body: { ...found, name: 'ΡΑΔΙΟ ΑΕ', address: 'ΑΘΗΝΑ' } }];
    expect(await check(seller)).toEqual({
      state: 'valid',
      name: 'ΡΑΔΙΟ ΑΕ',
      address: 'ΑΘΗΝΑ',
      consultation: 'WAPIAAAA1',
    });
    expect(questions).toEqual([
      { countryCode: 'EL', vatNumber: '123456789', requesterMemberStateCode: 'IE', requesterNumber: '6388047V' },
    ]);
  });

  it('gives dashes for names that a member state keeps to itself', async () => {
    replies = [{ status: 200, body: { valid: true, name: '---', address: '---', requestIdentifier: '' } }];
    expect(await check()).toEqual({ state: 'valid', name: null, address: null, consultation: null });
  });

  it('denies a number, or says that it has a wrong form', async () => {
    replies = [
      { status: 200, body: { valid: false, userError: 'INVALID' } },
      { status: 400, body: { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] } },
    ];
    expect(await check()).toEqual({ state: 'invalid' });
    expect(await check()).toEqual({ state: 'invalid' });
  });

  it.each([
    [200, { valid: false, userError: 'MS_UNAVAILABLE' }, 'MS_UNAVAILABLE'],
    [500, { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }, 'MS_MAX_CONCURRENT_REQ'],
    [200, {}, 'it gave no answer'],
    [502, '<html>Bad gateway</html>', 'its reply 502 has an unknown form'],
    [200, { valid: 'yes' }, 'its reply 200 has an unknown form'],
  ])('counts a reply %i %j as unavailable, never as a denial', async (status, body, reason) => {
    replies = [{ status, body }];
    expect(await check()).toEqual({ state: 'unavailable', reason });
  });

  it('is asked without the seller where it refuses the seller', async () => {
    replies = [
      { status: 400, body: { actionSucceed: false, errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] } },
      { status: 200, body: { valid: true } },
    ];
    expect(await check(seller)).toMatchObject({ state: 'valid' });
    expect(questions[1]).toEqual({ countryCode: 'EL', vatNumber: '123456789' });
  });

  it('is unavailable if it cannot be reached', async () => {
    const away = viesRegister(outbound, 'http://127.0.0.1:9/check');
    const answer = await away.check({ country: 'DE', number: '1' }, { requester: null, timeoutMs: 2000 });
    expect(answer.state).toBe('unavailable');
  });
});
