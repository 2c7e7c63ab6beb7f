import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Trunk } from '#contract/engine/engine-calls.ts';
import { minuteMs } from '#contract/rules/time.ts';
import { headerOf } from './sip/message.ts';
import { fromMuLaw, type G711 } from './sound/g711.ts';
import { offerOf } from './testing/caller.ts';
import { did, longPrompt, startCallsRig, type CallsRig } from './testing/calls-rig.ts';
import { mostWrong } from './wrong-passwords.ts';

let rig: CallsRig;
beforeEach(async () => {
  rig = await startCallsRig();
});
afterEach(() => rig.close());
const restart = async (prompt: Buffer): Promise<void> => {
  await rig.close();
  rig = await startCallsRig(prompt);
};

const trunk: Trunk = {
  ...{ id: 't1', name: 'Carrier', addresses: ['127.0.0.1'], username: null, secret: null, transport: 'udp' },
  ...{ srtp: 'off', number_from: 'uri', media: 'same', kind: 'sip', public_key: null, public_url: null },
};
const limits = { number_minutes: 10_000, per_caller: 3, call_minutes: 240, per_second: 50 };
const heard = async (packets: readonly unknown[], count = 5) =>
  await expect.poll(() => packets.length).toBeGreaterThan(count);

it('a call is answered, hears sound only after its ACK, and is recorded once when it hangs up', async () => {
  const caller = await rig.caller();
  const answer = await caller.invite({ ack: false });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatch(/m=audio \d+ RTP\/AVP 0 101\r\n/);
  // Its 200 is sent again, as nothing acknowledges it; sound would have come 20 ms after the first.
  await expect.poll(() => caller.responses.filter((one) => one.startsWith('200')).length).toBeGreaterThan(1);
  expect(caller.packets).toEqual([]);
  expect(rig.calls.counts()).toEqual({});
  caller.ack();
  await heard(caller.packets);
  expect(rig.calls.counts()).toEqual({ s1: 1 });
  expect((await caller.bye()).status).toBe(200);
  expect(rig.calls.counts()).toEqual({});
  expect(rig.events).toEqual([
    expect.objectContaining({
      ...{ type: 'call', station: 's1', account: 'a1', did, caller: '+4930123456', trunk: 'sandbox', codec: 'pcmu' },
      ...{ end: 'caller', reason: '', answered: expect.any(Number) },
    }),
  ]);
  expect(rig.errors).toEqual([]);
});

it('A-law is sent to callers who offer it first', async () => {
  const caller = await rig.caller({ payloads: [8, 0] });
  expect((await caller.invite()).body).toMatch(/RTP\/AVP 8\r\n/);
  await heard(caller.packets);
  expect(caller.packets[0]).toMatchObject({ payload: 8 });
  // From then on only the caller's address reaches us, and the sound continues.
  caller.speak();
  await heard(caller.packets, caller.packets.length + 10);
});

it('a retransmitted INVITE gets the same answer and makes no second call', async () => {
  const caller = await rig.caller();
  const branch = 'z9hG4bKsame';
  const first = await caller.invite({ branch });
  const again = caller.responses.length;
  caller.raw(
    Buffer.from(
      first.text.replace(/^SIP[^]*?Via/, `INVITE sip:${did}@127.0.0.1 SIP/2.0\r\nVia`).replace(/;tag=[0-9a-f]{18}/, ''),
    ),
  );
  await expect.poll(() => caller.responses.length).toBeGreaterThan(again);
  expect(caller.responses.at(-1)).toBe('200 1 INVITE');
  expect(rig.calls.state().calling).toBe(1);
});

it('hold stops the sound, and resuming continues it', async () => {
  const caller = await rig.caller();
  await caller.invite();
  await heard(caller.packets);
  const held = await caller.invite({ body: offerOf(caller.rtpPort, [0], ['a=sendonly']) });
  expect(held.body).toContain('a=recvonly');
  const before = caller.packets.length;
  const resumed = await caller.request('UPDATE', { body: offerOf(caller.rtpPort, [0]) });
  expect(resumed.status).toBe(200);
  expect(resumed.body).toContain('a=sendrecv');
  await heard(caller.packets, before + 5);
  await caller.bye();
  expect(rig.events[0]!.prompt_ms).toBeGreaterThan(0);
});

it.each([
  [0, 'pcmu'],
  [8, 'pcma'],
])('calls without an offer are offered our sound, which their ACK answers (payload %i)', async (payload, codec) => {
  const caller = await rig.caller();
  const answer = await caller.invite({ body: '', ack: false });
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('RTP/AVP 0 8 9 101');
  caller.ack(offerOf(caller.rtpPort, [payload]));
  await heard(caller.packets);
  expect(caller.packets[0]).toMatchObject({ payload, sound: fromMuLaw(codec as G711, Buffer.alloc(160, 0x30)) });
  await caller.bye();
  expect(rig.events).toMatchObject([{ codec, end: 'caller' }]);
});

it('a call may change its codec, in the middle of the prompt too', async () => {
  const caller = await rig.caller({ payloads: [0] });
  await caller.invite();
  await heard(caller.packets);
  expect((await caller.request('UPDATE', { body: offerOf(caller.rtpPort, [8]) })).status).toBe(200);
  const before = caller.packets.length;
  await heard(caller.packets, before + 5);
  expect(caller.packets.at(-1)).toMatchObject({ payload: 8 });
});

it('unknown numbers, stations off the air and full ones are refused, each with its status and recorded', async () => {
  expect((await (await rig.caller({ did: '+12025550199' })).invite()).status).toBe(404);
  rig.publish({ running: false });
  expect((await (await rig.caller()).invite()).status).toBe(480);
  rig.publish({ calls: { numbers: [{ did: did as never, main: true }], prompt: null, max: 0 } });
  const full = await (await rig.caller()).invite();
  expect([full.status, headerOf(full, 'retry-after')]).toEqual([486, '30']);
  rig.publish({});
  expect((await (await rig.caller({ payloads: [18] })).invite()).status).toBe(488);
  rig.gone();
  expect((await (await rig.caller()).invite()).status).toBe(404);
  const found = rig.events.map(({ end, reason, answered }) => [end, reason, answered]);
  expect(found).toEqual([
    ['refused', 'off-air', null],
    ['refused', 'station-full', null],
    ['refused', 'codec', null],
  ]);
});

it('a caller has three calls at once, a trunk so many a second, and a number so many minutes a day', async () => {
  for (let calls = 0; calls < 3; calls++) expect((await (await rig.caller()).invite()).status).toBe(200);
  expect((await (await rig.caller()).invite()).status).toBe(486);
  const other = await rig.caller({ from: '+4930999' });
  rig.setTelephony({ limits: { ...limits, per_second: 0 } });
  expect((await other.invite()).status).toBe(503);
  rig.setTelephony({ limits: { ...limits, number_minutes: 0 } });
  expect((await (await rig.caller({ from: '+4930999' })).invite()).status).toBe(503);
  expect(rig.calls.state().refused).toEqual([
    { reason: 'caller-limit', count: 1 },
    { reason: 'rate', count: 1 },
    { reason: 'number-limit', count: 1 },
  ]);
  // The portal reports what concerns more than one caller.
  const { limited } = rig.calls.state();
  expect(limited).toMatchObject([
    { reason: 'rate', subject: 'Sandbox' },
    { reason: 'number-limit', subject: did },
  ]);
});

it.each(['SHA-256', 'MD5'] as const)(
  'a trunk with a password asks for it (%s), and a wrong one is refused',
  async (algorithm) => {
    rig.setTelephony({ sandbox: false, trunks: [{ ...trunk, username: 'line', secret: 'right' }] });
    const asked = await (await rig.caller()).invite();
    expect([asked.status, asked.headers.get('www-authenticate')?.length]).toEqual([401, 2]);
    const wrong = await rig.caller({ credentials: { username: 'line', secret: 'wrong', algorithm } });
    expect((await wrong.invite()).status).toBe(401);
    const right = await rig.caller({ credentials: { username: 'line', secret: 'right', algorithm } });
    expect((await right.invite()).status).toBe(200);
    await right.bye();
    expect(rig.events).toMatchObject([{ trunk: 't1', end: 'caller' }]);
  },
);

it('after many wrong passwords from an address none is looked at until the next minute', async () => {
  rig.setTelephony({ sandbox: false, trunks: [{ ...trunk, username: 'line', secret: 'right' }] });
  // A minute has just begun, so that all tries are within it.
  const begun = minuteMs - (Date.now() % minuteMs);
  rig.setClock(begun);
  const wrong = await rig.caller({ credentials: { username: 'line', secret: 'wrong' } });
  // Without a challenge of ours, as from a forged address, they don't count.
  for (let tries = 0; tries <= mostWrong; tries++)
    expect((await wrong.request('INVITE', { headers: ['Authorization: Digest nonce="a.b.c"'] })).status).toBe(401);
  for (let tries = 0; tries < mostWrong; tries++) expect((await wrong.invite()).status).toBe(401);
  const right = await rig.caller({ credentials: { username: 'line', secret: 'right' } });
  expect((await right.invite()).status).toBe(403);
  rig.setClock(begun + minuteMs);
  expect((await right.invite()).status).toBe(200);
});

it('strangers get no answer at all', async () => {
  rig.setTelephony({ sandbox: false, trunks: [{ ...trunk, addresses: ['192.0.2.0/24'] }] });
  const caller = await rig.caller();
  void caller.invite();
  void caller.request('OPTIONS');
  await expect.poll(() => rig.calls.state().strangers).toBe(2);
  // What would have been answered was answered before the next message was read.
  expect(caller.responses).toEqual([]);
});

it('sound goes to no address that is not the trunk’s', async () => {
  rig.setTelephony({ sandbox: false, trunks: [trunk] });
  const body = (address: string) => offerOf(4000, [0]).replaceAll('127.0.0.1', address);
  expect((await (await rig.caller()).invite({ body: body('8.8.8.8') })).status).toBe(488);
  rig.setTelephony({ sandbox: false, trunks: [{ ...trunk, media: 'any' }] });
  expect((await (await rig.caller()).invite({ body: body('10.0.0.1') })).status).toBe(488);
  expect(rig.events).toMatchObject([{ reason: 'media' }, { reason: 'media' }]);
});

it('a withheld number stays unknown, and an asserted one counts instead of From', async () => {
  const hidden = await rig.caller();
  await hidden.invite({ headers: ['Privacy: id', 'P-Asserted-Identity: <sip:+4930777@carrier>'] });
  await hidden.bye();
  const asserted = await rig.caller();
  await asserted.invite({ headers: ['P-Asserted-Identity: "Someone" <tel:+49-30-777>'] });
  await asserted.bye();
  expect(rig.events.map(({ caller }) => caller)).toEqual(['', '+4930777']);
});

it('calls end at their longest time, and where the session is not refreshed', async () => {
  // A station doesn't count as silent while the prompt plays, which is longer than this test.
  await restart(longPrompt);
  const [long, unrefreshed] = [await rig.caller(), await rig.caller()];
  await long.invite();
  const timed = await unrefreshed.invite({ headers: ['Supported: timer', 'Session-Expires: 90'] });
  expect(headerOf(timed, 'session-expires')).toBe('90;refresher=uac');
  await expect.poll(() => rig.calls.state().calling).toBe(2);
  rig.setClock(61_000);
  await expect.poll(() => unrefreshed.requests).toContain('BYE');
  rig.setClock(241 * 60_000);
  await expect.poll(() => long.requests).toContain('BYE');
  expect(rig.events.map(({ end, reason }) => [end, reason])).toEqual([
    ['caller', 'session-expired'],
    ['limit', 'too-long'],
  ]);
  expect((await (await rig.caller()).invite({ headers: ['Session-Expires: 30'] })).status).toBe(422);
});

it('OPTIONS is answered, requests that start something else or belong to no call are not', async () => {
  const caller = await rig.caller();
  const options = await caller.request('OPTIONS');
  expect([options.status, headerOf(options, 'allow')]).toEqual([200, 'INVITE']);
  expect((await caller.request('REFER')).status).toBe(405);
  expect((await caller.request('BYE')).status).toBe(481);
  expect((await caller.request('CANCEL')).status).toBe(481);
  expect((await caller.invite({ headers: ['Require: 100rel'] })).status).toBe(420);
});

it('keys that the caller presses are counted, each once', async () => {
  const caller = await rig.caller();
  await caller.invite();
  await heard(caller.packets);
  const key = (time: number, sequence: number): Buffer => {
    const packet = Buffer.from('80650000000000000000000005800320', 'hex');
    packet.writeUInt16BE(sequence, 2);
    packet.writeUInt32BE(time, 4);
    return packet;
  };
  for (const [at, time] of [100, 100, 100, 900, 900].entries()) caller.speak(key(time, at));
  caller.speak(key(900, 9));
  await expect.poll(async () => (await caller.request('OPTIONS')).status).toBe(200);
  await caller.bye();
  expect(rig.events[0]).toMatchObject({ digits: 2, lost: 4 });
});

it('callers who prefer G.722 get it from the first packet on, the prompt as a whole', async () => {
  const caller = await rig.caller({ payloads: [9, 0, 8, 101] });
  expect((await caller.invite()).body).toMatch(/RTP\/AVP 9 101\r\na=rtpmap:9 G722\/8000\r\n/);
  await expect.poll(() => rig.calls.state().calling).toBe(1);
  // The prompt has 25 packets.
  await heard(caller.packets, 50);
  await caller.bye();
  expect(new Set(caller.packets.map(({ payload, sound }) => `${payload} ${sound.length}`))).toEqual(new Set(['9 160']));
  expect(rig.events).toMatchObject([{ codec: 'g722', prompt_ms: 500, end: 'caller' }]);
});
