import { afterEach, beforeEach, expect, it } from 'vitest';
import { did, startCallsRig, type CallsRig } from '../testing/calls-rig.ts';
import {
  openStream,
  openTelnyxApi,
  soundPath,
  telnyxHook,
  telnyxTrunk,
  twilioHook,
  twilioTrunk,
  type CarrierStream,
  type TelnyxApi,
} from '../testing/cloud-carrier.ts';
import { createCloudServer, type CloudServer } from './cloud-server.ts';

/** 0.1 s, then the station, which is silent. */
const prompt = Buffer.alloc(800, 0x30);
const silent = 0xff;
/** What was heard of a prompt, between whose packets a busy machine may pause. */
const withoutSilence = (sound: Buffer): Buffer => Buffer.from(sound.filter((byte) => byte !== silent));
let rig: CallsRig;
let api: TelnyxApi;
let server: CloudServer;
let port: number;
beforeEach(async () => {
  api = await openTelnyxApi();
  rig = await startCallsRig(prompt, 500, { telnyx: api.url });
  rig.setTelephony({ sandbox: false, trunks: [twilioTrunk, telnyxTrunk] });
  server = createCloudServer({
    cloud: rig.calls.cloud,
    port: 0,
    tls: undefined,
    failed: (error) => rig.errors.push(error),
  });
  await server.open();
  port = server.port!;
});
afterEach(async () => {
  await rig.close();
  await server.close();
  api.close();
});

const ring = (carrierCall = 'CA1', fields: Record<string, string> = {}) =>
  twilioHook(port, { CallSid: carrierCall, To: did, ...fields });
const answerTwilio = async (carrierCall = 'CA1'): Promise<CarrierStream> =>
  await openStream(port, soundPath((await ring(carrierCall)).text), { kind: 'twilio', carrierCall });
const ends = () => rig.events.map(({ end, reason }) => [end, reason]);
const calling = (count: number) => expect.poll(() => rig.calls.state().calling).toBe(count);

it('a call of Twilio hears a short lead, the whole prompt and then the station, and is recorded once', async () => {
  const { text } = await ring();
  expect(text).toMatch(/<Response><Connect><Stream url="wss:[^"]+"\/><\/Connect><\/Response>$/);
  expect(rig.calls.counts()).toEqual({});
  const stream = await openStream(port, soundPath(text), { kind: 'twilio', carrierCall: 'CA1' });
  await calling(1);
  await expect.poll(() => stream.sound().length).toBeGreaterThan(5000);
  const sound = stream.sound();
  expect(sound.findIndex((byte) => byte !== silent)).toBe(1600);
  expect(withoutSilence(sound)).toEqual(prompt);
  expect(rig.calls.counts()).toEqual({ s1: 1 });
  stream.send({ event: 'dtmf', streamSid: 'MZ1', dtmf: { digit: '1' } });
  stream.send({ event: 'stop', streamSid: 'MZ1', stop: { callSid: 'CA1' } });
  await stream.closed();
  expect(rig.events).toEqual([
    expect.objectContaining({
      ...{ type: 'call', station: 's1', account: 'a1', did, caller: '+4930123456', trunk: 'twilio', codec: 'pcmu' },
      ...{ end: 'caller', reason: '', prompt_ms: 100, digits: 1, answered: expect.any(Number) },
    }),
  ]);
  expect([rig.calls.counts(), rig.errors]).toEqual([{}, []]);
});

it('requests that the carrier did not sign, for other accounts and of unknown lines are refused', async () => {
  const fields = { CallSid: 'CA1', To: did };
  expect((await twilioHook(port, fields, { token: 'another' })).status).toBe(403);
  expect((await twilioHook(port, fields, { tampered: { To: '+12025550101' } })).status).toBe(403);
  expect((await twilioHook(port, { ...fields, AccountSid: 'AC2' })).status).toBe(403);
  rig.setTelephony({ sandbox: false, trunks: [telnyxTrunk] });
  expect((await ring()).status).toBe(404);
  expect(rig.calls.state()).toMatchObject({ refused: [{ reason: 'signature', count: 3 }], strangers: 1 });
  expect(rig.events).toEqual([]);
});

it('unknown numbers, stations off the air and full ones are refused before the call is answered', async () => {
  let calls = 0;
  const refusal = async (fields = {}) =>
    /<Reject reason="(\w+)"\/>/.exec((await ring(`CA${++calls}`, fields)).text)?.[1];
  expect(await refusal({ To: '+12025550199' })).toBe('rejected');
  rig.publish({ running: false });
  expect(await refusal()).toBe('rejected');
  rig.publish({ calls: { numbers: [{ did: did as never, main: true }], prompt: null, max: 0 } });
  expect(await refusal({ From: '+266696687' })).toBe('busy');
  // Sent again, it is recorded once.
  expect((await ring('CA3')).text).toBe('');
  expect(ends()).toEqual([
    ['refused', 'off-air'],
    ['refused', 'station-full'],
  ]);
  expect(rig.events.map(({ caller }) => caller)).toEqual(['+4930123456', '']);
});

it('sound connects once, and only for the call that its address was made for', async () => {
  const path = soundPath((await ring()).text);
  const unexpected = (address: string) =>
    openStream(port, address, { kind: 'twilio', carrierCall: 'CA1' }).then(() => 'open', String);
  expect(await unexpected('/calls/media/guessed')).toContain('404');
  const stream = await openStream(port, path, { kind: 'twilio', carrierCall: 'CA1' });
  expect(await unexpected(path)).toContain('404');
  await calling(1);
  expect(stream.socket.readyState).toBe(stream.socket.OPEN);
  const other = await openStream(port, soundPath((await ring('CA2')).text), { kind: 'twilio', carrierCall: 'CA1' });
  await other.closed();
  expect(ends()).toEqual([['refused', 'cancelled']]);
});

it('a request that is sent again gets the same answer while its call waits, and starts nothing later', async () => {
  const first = await ring();
  expect((await ring()).text).toBe(first.text);
  const stream = await openStream(port, soundPath(first.text), { kind: 'twilio', carrierCall: 'CA1' });
  await calling(1);
  expect((await ring()).text).toBe('');
  stream.send({ event: 'stop', streamSid: 'MZ1' });
  await stream.closed();
  expect((await ring()).text).toBe('');
  expect(rig.events).toHaveLength(1);
});

it('a call whose sound never connects, or whose caller hangs up before, is recorded as refused', async () => {
  const path = soundPath((await ring()).text);
  await ring('CA2');
  await twilioHook(port, { CallSid: 'CA2', CallStatus: 'canceled', To: did });
  rig.setClock(61_000);
  await expect.poll(ends).toEqual([
    ['refused', 'cancelled'],
    ['refused', 'unacknowledged'],
  ]);
  await expect(openStream(port, path, { kind: 'twilio', carrierCall: 'CA1' })).rejects.toThrow('404');
});

it('a call that we end is disconnected, and one whose connection is lost or silent ends', async () => {
  const [gone, lost] = [await answerTwilio(), await answerTwilio('CA2')];
  await calling(2);
  lost.socket.terminate();
  await calling(1);
  await expect.poll(() => gone.sound().length).toBeGreaterThan(3000);
  rig.setClock(61_000);
  await gone.closed();
  expect(ends()).toEqual([
    ['caller', 'no-sound'],
    ['station', 'station-gone'],
  ]);
});

it('a call of Telnyx is answered by a command, heard, and hung up by one', async () => {
  const carrierCall = 'v3:one/two==';
  const initiated = { call_control_id: carrierCall, direction: 'incoming', from: '+4930123456', to: did };
  expect((await telnyxHook(port, 'call.initiated', { ...initiated, direction: 'outgoing' })).status).toBe(200);
  expect(await telnyxHook(port, 'call.initiated', initiated)).toEqual({ status: 200, text: '' });
  expect(api.commands).toEqual([
    {
      path: `/v2/calls/${encodeURIComponent(carrierCall)}/actions/answer`,
      authorization: 'Bearer an API key',
      body: expect.objectContaining({ stream_bidirectional_mode: 'rtp', stream_bidirectional_codec: 'PCMU' }),
    },
  ]);
  const path = soundPath(String(api.commands[0]!.body['stream_url']));
  const stream = await openStream(port, path, { kind: 'telnyx', carrierCall });
  await expect.poll(() => withoutSilence(stream.sound()).equals(prompt)).toBe(true);
  rig.setClock(241 * 60_000);
  await stream.closed();
  await expect.poll(() => api.commands.at(-1)!.path).toMatch(/actions\/hangup$/);
  expect(ends()).toEqual([['limit', 'too-long']]);
  expect(rig.events[0]).toMatchObject({ trunk: 'telnyx', caller: '+4930123456' });
});

it('a call of Telnyx whose sound it cannot connect is hung up, not left in silence', async () => {
  const payload = { call_control_id: 'v3:one', direction: 'incoming', from: '+4930123456', to: did };
  await telnyxHook(port, 'call.initiated', payload);
  await telnyxHook(port, 'streaming.failed', payload);
  await expect.poll(() => api.commands.map(({ path }) => path.split('/').at(-1))).toEqual(['answer', 'hangup']);
  expect(ends()).toEqual([['refused', 'cancelled']]);
});

it('Telnyx’s requests count for five minutes, and what it refuses to answer is recorded', async () => {
  const initiated = (to = did) => ({ call_control_id: to, direction: 'incoming', from: '+4930123456', to });
  expect((await telnyxHook(port, 'call.initiated', initiated(), Date.now() - 310_000)).status).toBe(403);
  expect((await telnyxHook(port, 'call.initiated', initiated(), Date.now() + 310_000)).status).toBe(403);
  expect(api.commands).toEqual([]);
  await telnyxHook(port, 'call.initiated', initiated('+12025550199'));
  await expect.poll(() => api.commands.map(({ path }) => path.split('/').at(-1))).toEqual(['reject']);
  api.setStatus(422);
  await telnyxHook(port, 'call.initiated', initiated());
  expect(ends()).toEqual([['refused', 'error']]);
  expect(rig.errors.map(String)).toEqual(['Error: Telnyx answered 422 to answer.']);
  await telnyxHook(port, 'call.hangup', initiated());
  expect(rig.events).toHaveLength(1);
});

it('messages that are too long or no JSON end their call only, and other requests get an empty 404', async () => {
  const [long, odd, whole] = [await answerTwilio(), await answerTwilio('CA2'), await answerTwilio('CA3')];
  await calling(3);
  long.socket.send('x'.repeat(70_000));
  odd.socket.send('{');
  await Promise.all([long.closed(), odd.closed()]);
  expect(whole.socket.readyState).toBe(whole.socket.OPEN);
  const at = `http://127.0.0.1:${port}`;
  const get = await fetch(`${at}/calls/hooks/twilio`);
  expect([get.status, await get.text()]).toEqual([404, '']);
  expect((await fetch(`${at}//`)).status).toBe(404);
  const large = await fetch(`${at}/calls/hooks/twilio`, { method: 'POST', body: 'x'.repeat(70_000) }).then(
    ({ status }) => status,
    () => 413,
  );
  expect(large).toBe(413);
  expect([ends(), rig.errors]).toEqual([Array.from({ length: 2 }, () => ['caller', 'no-sound']), []]);
});
