import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { offerOf } from './testing/caller.ts';
import { did, startCallsRig, type CallsRig } from './testing/calls-rig.ts';
import { mark, mutated } from './testing/mutations.ts';

let rig: CallsRig;
beforeEach(async () => {
  rig = await startCallsRig();
});
afterEach(() => rig.close());

const peer = (sent: string[]) => ({
  ...{ protocol: 'udp' as const, address: '127.0.0.1', port: 5999 },
  send: (bytes: Buffer) => void sent.push(bytes.toString('utf8', 0, 12)),
});
const invite = (at: number, body: string): Buffer =>
  Buffer.from(
    [
      ...[
        `INVITE sip:${did}@127.0.0.1 SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.1:5999;branch=z9hG4bK${at}`,
        'Max-Forwards: 70',
      ],
      ...[`From: <sip:+49301${at}@h>;tag=${at}`, `To: <sip:${did}@h>`, `Call-ID: ${at}`, 'CSeq: 1 INVITE'],
      ...[
        'Contact: <sip:c@127.0.0.1:5999>',
        'Content-Type: application/sdp',
        `Content-Length: ${body.length}`,
        '',
        body,
      ],
    ].join('\r\n'),
  );

it('mutated INVITEs end no process and no other call, and none of them is sent sound', async () => {
  const target = createSocket('udp4');
  target.bind(0, '127.0.0.1');
  await once(target, 'listening');
  let packets = 0;
  target.on('message', () => packets++);
  const caller = await rig.caller();
  await caller.invite();
  const sent: string[] = [];
  rig.setTelephony({ limits: { number_minutes: 1e6, per_caller: 1e6, call_minutes: 240, per_second: 1e6 } });
  for (const bytes of mutated(invite(Number(mark), offerOf(target.address().port, [0])), 600, 7))
    rig.calls.received(bytes, peer(sent));
  await expect.poll(() => caller.packets.length).toBeGreaterThan(20);
  expect((await caller.bye()).status).toBe(200);
  expect(rig.events.filter(({ end }) => end === 'caller')).toHaveLength(1);
  expect(sent.length).toBeGreaterThan(100);
  expect(packets).toBe(0);
  target.close();
});

it('calls that are never acknowledged are bounded, and a full line still ends its calls', async () => {
  const caller = await rig.caller();
  await caller.invite();
  await expect.poll(() => rig.calls.state().calling).toBe(1);
  rig.setTelephony({ limits: { number_minutes: 1e6, per_caller: 1e6, call_minutes: 240, per_second: 1e6 } });
  rig.publish({ calls: { numbers: [{ did: did as never, main: true }], prompt: null, max: 1000 } });
  const sent: string[] = [];
  for (let at = 0; at < 250; at++) rig.calls.received(invite(at, offerOf(5998, [0])), peer(sent));
  expect(sent.filter((line) => line.startsWith('SIP/2.0 100'))).toHaveLength(200);
  expect(sent.filter((line) => line.startsWith('SIP/2.0 503'))).toHaveLength(50);
  expect(rig.calls.state().calling).toBe(1);
  expect((await caller.bye()).status).toBe(200);
});

it('a flood of OPTIONS leaves nothing behind', () => {
  const sent: string[] = [];
  const options = invite(1, '').toString().replaceAll('INVITE', 'OPTIONS');
  for (let at = 0; at < 5000; at++)
    rig.calls.received(Buffer.from(options.replace('z9hG4bK1', `z9hG4bK${at}`)), peer(sent));
  expect(sent.filter((line) => line.startsWith('SIP/2.0 200'))).toHaveLength(5000);
  expect(rig.calls.state().calling).toBe(0);
});
