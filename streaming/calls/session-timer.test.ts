import { afterEach, beforeEach, expect, it } from 'vitest';
import { offerOf, type Caller } from './testing/caller.ts';
import { longPrompt, startCallsRig, type CallsRig } from './testing/calls-rig.ts';
import { headerOf } from './sip/message.ts';

let rig: CallsRig;
beforeEach(async () => {
  rig = await startCallsRig(longPrompt);
});
afterEach(() => rig.close());

const answered = () => expect.poll(() => rig.calls.state().calling).toBe(1);
/** Sound is sent as often as calls are looked after, which has happened when some more of it was heard. */
const lookedAfter = async ({ packets }: Caller) => {
  const before = packets.length;
  await expect.poll(() => packets.length).toBeGreaterThan(before + 5);
};
/** What the caller sent before, such as the answer to an UPDATE, was read, as messages are read in their order. */
const wasRead = async (caller: Caller) => expect((await caller.request('OPTIONS')).status).toBe(200);
const ends = () => rig.events.map(({ end, reason }) => [end, reason]);
const updates = ({ requests }: Caller) => requests.filter((method) => method === 'UPDATE').length;
/** A caller who says nothing isn't asked whether the call still exists. */
const listening = (caller: Caller) => offerOf(caller.rtpPort, [0], ['a=recvonly']);
const theirs = ['Supported: timer', 'Session-Expires: 90;refresher=uac'];
const ours = ['Supported: timer', 'Allow: INVITE, UPDATE', 'Session-Expires: 1000;refresher=uas'];

it('a session that its caller refreshes, by UPDATE or by INVITE, continues until it no longer does', async () => {
  const caller = await rig.caller();
  await caller.invite({ headers: theirs, body: listening(caller) });
  await answered();
  rig.setClock(50_000);
  const updated = await caller.request('UPDATE', { headers: theirs });
  expect([updated.status, headerOf(updated, 'session-expires')]).toEqual([200, '90;refresher=uac']);
  rig.setClock(100_000);
  await lookedAfter(caller);
  const invited = await caller.invite({ headers: theirs, body: listening(caller) });
  expect([invited.status, headerOf(invited, 'session-expires')]).toEqual([200, '90;refresher=uac']);
  rig.setClock(155_000);
  await lookedAfter(caller);
  expect(caller.requests).toEqual([]);
  rig.setClock(161_000);
  await expect.poll(() => caller.requests).toContain('BYE');
  expect(ends()).toEqual([['caller', 'session-expired']]);
});

it('a refresh without a timer ends the timer, and one that is too short changes nothing', async () => {
  const caller = await rig.caller();
  await caller.invite({ headers: theirs, body: listening(caller) });
  await answered();
  const short = await caller.request('UPDATE', { headers: ['Supported: timer', 'Session-Expires: 60'] });
  expect([short.status, headerOf(short, 'min-se')]).toEqual([422, '90']);
  const none = await caller.request('UPDATE');
  expect([none.status, headerOf(none, 'session-expires')]).toEqual([200, '']);
  rig.setClock(110_000);
  await lookedAfter(caller);
  expect(rig.calls.state().calling).toBe(1);
});

it('the other side may take over the refreshing, and the session ends if it does not', async () => {
  const caller = await rig.caller({ answers: [[200, 'Session-Expires: 1000;refresher=uas']] });
  await caller.invite({ headers: ours, body: listening(caller) });
  await answered();
  rig.setClock(501_000);
  await expect.poll(() => updates(caller)).toBe(1);
  expect(headerOf(caller.lastRequest!, 'session-expires')).toBe('1000;refresher=uac');
  await wasRead(caller);
  rig.setClock(1_400_000);
  await lookedAfter(caller);
  expect(updates(caller)).toBe(1);
  rig.setClock(1_501_000);
  await expect.poll(() => caller.requests).toContain('BYE');
  expect(ends()).toEqual([['caller', 'session-expired']]);
});

it('a refresh of ours that is too short for the other side is sent again with its length', async () => {
  const caller = await rig.caller({
    answers: [
      [422, 'Min-SE: 3600'],
      [200, 'Session-Expires: 3600;refresher=uac'],
    ],
  });
  await caller.invite({ headers: ours, body: listening(caller) });
  await answered();
  rig.setClock(501_000);
  await expect.poll(() => updates(caller)).toBe(2);
  expect(headerOf(caller.lastRequest!, 'session-expires')).toBe('3600;refresher=uac');
  await wasRead(caller);
  rig.setClock(501_000 + 1_700_000);
  await lookedAfter(caller);
  expect(updates(caller)).toBe(2);
  rig.setClock(501_000 + 1_801_000);
  await expect.poll(() => updates(caller)).toBe(3);
});

it('a refresh of ours that is refused is tried again until the session is over', async () => {
  const caller = await rig.caller({ answers: [[500]] });
  await caller.invite({ headers: ours, body: listening(caller) });
  await answered();
  rig.setClock(501_000);
  await expect.poll(() => updates(caller)).toBe(1);
  await wasRead(caller);
  rig.setClock(505_000);
  await lookedAfter(caller);
  expect(updates(caller)).toBe(1);
  rig.setClock(512_000);
  await expect.poll(() => updates(caller)).toBe(2);
  rig.setClock(969_000);
  await expect.poll(() => caller.requests).toContain('BYE');
  expect(ends()).toEqual([['caller', 'session-expired']]);
});
