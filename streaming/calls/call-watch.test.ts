import { afterEach, expect, it, vi } from 'vitest';
import { offerOf, type Caller } from './testing/caller.ts';
import { longPrompt, startCallsRig, type CallsRig } from './testing/calls-rig.ts';

let rig: CallsRig;
afterEach(async () => {
  await rig.close();
  vi.useRealTimers();
});

const answered = () => expect.poll(() => rig.calls.state().calling).toBe(1);
/** Sound is sent as often as calls are looked after, which has happened when some more of it was heard. */
const lookedAfter = async ({ packets }: Caller) => {
  const before = packets.length;
  await expect.poll(() => packets.length).toBeGreaterThan(before + 5);
};
/** What the caller sent before, such as the answer to OPTIONS, was read, as messages are read in their order. */
const wasRead = async (caller: Caller) => expect((await caller.request('OPTIONS')).status).toBe(200);
const ends = () => rig.events.map(({ end, reason }) => [end, reason]);

it('a caller who is silent for 120 s is asked, and the call continues if it is still there', async () => {
  rig = await startCallsRig(longPrompt);
  const caller = await rig.caller();
  await caller.invite();
  await answered();
  rig.setClock(100_000);
  await lookedAfter(caller);
  expect(caller.requests).toEqual([]);
  rig.setClock(121_000);
  await expect.poll(() => caller.requests).toEqual(['OPTIONS']);
  await wasRead(caller);
  rig.setClock(300_000);
  await expect.poll(() => caller.requests).toEqual(['OPTIONS', 'OPTIONS']);
  expect(rig.calls.state().calling).toBe(1);
});

it('a caller who is silent for 120 s and whose call does not exist any more is hung up', async () => {
  rig = await startCallsRig(longPrompt);
  const caller = await rig.caller({ answers: 481 });
  await caller.invite();
  await answered();
  rig.setClock(121_000);
  await expect.poll(() => caller.requests).toEqual(['OPTIONS', 'BYE']);
  expect(ends()).toEqual([['caller', 'no-sound']]);
});

it('a caller on hold is not asked for sound', async () => {
  rig = await startCallsRig(longPrompt);
  const caller = await rig.caller();
  await caller.invite({ body: offerOf(caller.rtpPort, [0], ['a=recvonly']) });
  await answered();
  rig.setClock(600_000);
  await lookedAfter(caller);
  expect(caller.requests).toEqual([]);
});

it('a station that is silent for 60 s after its prompt is hung up', async () => {
  rig = await startCallsRig(Buffer.alloc(160, 0x30));
  const caller = await rig.caller();
  await caller.invite();
  await expect.poll(() => caller.packets.length).toBeGreaterThan(2);
  rig.setClock(50_000);
  await lookedAfter(caller);
  expect(caller.requests).toEqual([]);
  rig.setClock(61_000);
  await expect.poll(() => caller.requests).toEqual(['BYE']);
  expect(ends()).toEqual([['station', 'station-gone']]);
});

it('a session that is ours to refresh is refreshed at its half, and ends where that is not understood', async () => {
  rig = await startCallsRig(longPrompt);
  const headers = ['Supported: timer', 'Allow: UPDATE', 'Session-Expires: 1800;refresher=uas'];
  const [caller, gone] = [await rig.caller(), await rig.caller({ answers: 481 })];
  await caller.invite({ headers });
  await answered();
  rig.setClock(901_000);
  await expect.poll(() => caller.requests).toContain('UPDATE');
  await wasRead(caller);
  rig.setClock(1_700_000);
  // Refreshed at 901 s, so the session's half is not over.
  await lookedAfter(caller);
  expect(caller.requests.filter((method) => method === 'UPDATE')).toHaveLength(1);
  await gone.invite({ headers });
  await expect.poll(() => rig.calls.state().calling).toBe(2);
  rig.setClock(1_700_000 + 901_000);
  await expect.poll(() => gone.requests).toContain('BYE');
  expect(rig.events.map(({ end }) => end)).toEqual(['caller']);
});

it('a call whose caller hangs up instead of acknowledging is over: its 200 is not sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  rig = await startCallsRig(longPrompt);
  const caller = await rig.caller();
  await caller.invite({ ack: false });
  await caller.bye();
  expect(ends()).toEqual([['refused', 'cancelled']]);
  const before = caller.responses.length;
  vi.advanceTimersByTime(60_000);
  // What was sent before this arrives before its answer.
  await caller.request('OPTIONS');
  // A second BYE, sent where the answer was late, is answered too.
  expect(caller.responses.slice(before).filter((one) => !one.endsWith('BYE'))).toEqual(['481 3 OPTIONS']);
  expect(caller.requests).toEqual([]);
});

it('a call that is never acknowledged is ended by BYE and recorded as refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  rig = await startCallsRig(longPrompt);
  const caller = await rig.caller();
  await caller.invite({ ack: false });
  vi.advanceTimersByTime(31_900);
  await caller.request('OPTIONS');
  expect([caller.requests, rig.events]).toEqual([[], []]);
  vi.advanceTimersByTime(200);
  await expect.poll(() => caller.requests).toEqual(['BYE']);
  expect(ends()).toEqual([['refused', 'unacknowledged']]);
  expect(caller.packets).toEqual([]);
});
