import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EngineEvent, SpoolBatch, StationDesired, StationState } from '#contract/engine/engine.ts';
import type { CallEvent, TelephonyState } from '#contract/engine/engine-calls.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { openCaller, samplesOf, tonesIn, type Caller } from '#streaming/calls/testing/caller.ts';
import { openStream, soundPath, twilioHook, twilioTrunk } from '#streaming/calls/testing/cloud-carrier.ts';
import { decodeG711, packetSamples } from '#streaming/calls/sound/g711.ts';

const token = 'a token for tests only';
const did = '+12025550100';
const [promptHertz, stationHertz, movedHertz] = [600, 1000, 1500];
const tones = [promptHertz, stationHertz, movedHertz];

let folder: string;
const children: ChildProcess[] = [];
const callers: Caller[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-calls-'));
  mkdirSync(join(folder, 'files'));
});
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.close();
  // Until they have ended they write to the folder.
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

type Line = { msg: string; level: number; control: number; udp: number };
const run = async (program: string, more: NodeJS.ProcessEnv = {}): Promise<{ child: ChildProcess; line: Line }> => {
  const ports = { STREAM_PORT: '0', ENGINE_PORT: '0', SIP_PORT: '0', CALLS_PORT: '0', RTP_PORTS: '32002-33999' };
  const env = { ...childEnvironment(), DATA_DIR: folder, ENGINE_TOKEN: token, ...ports, ...more };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as Line;
    if (line.level >= 50) throw new Error(line.msg);
    if (line.msg !== 'on the air' && line.msg !== 'answering') continue;
    child.stdout.resume();
    return { child, line };
  }
  throw new Error('The child ended before it was ready.');
};
const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};
const call = (control: number, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const isCall = (event: EngineEvent): event is CallEvent => event.type === 'call';
/** Reads and acknowledges the spool until it had so many calls. */
const callsUntil = async (control: number, count: number): Promise<CallEvent[]> => {
  const events: CallEvent[] = [];
  while (events.length < count) {
    const reply = await call(control, 'GET', '/spool?wait=15000');
    if (reply.status !== 200) continue;
    const batch = (await reply.json()) as SpoolBatch;
    events.push(...batch.events.filter(isCall));
    await call(control, 'POST', '/spool/ack', { batch: batch.batch });
  }
  return events;
};
const dial = async (port: number): Promise<Caller> => {
  const caller = await openCaller({ port, did });
  callers.push(caller);
  // Its number may still be on its way over the bus.
  await expect.poll(async () => (await caller.invite()).status).toBe(200);
  return caller;
};
const heardOf = (caller: Pick<Caller, 'samples'>, hertz: number): number =>
  tonesIn(caller.samples(), tones).reduce((sum, [found, ms]) => sum + (found === hertz ? ms : 0), 0);

/** What was heard in its order: tones, and 0 for a longer silence. */
const orderOf = (samples: Int16Array, silenceMs: number): number[] =>
  tonesIn(samples, tones)
    .filter(([hertz, ms]) => hertz > 0 || ms > silenceMs)
    .map(([hertz]) => hertz)
    .filter((hertz, at, all) => hertz !== all[at - 1]);

/** An engine with a station of one tone and a prompt of another, and the calls process. */
const prepare = async () => {
  const second = [...tone(promptHertz, 1), '-ac', '1', '-ar', '8000', '-f', 'mulaw', 'pipe:1'];
  writeFileSync(join(folder, 'files', 'prompt.ul'), await ffmpeg(second));
  const track = await prepareTrack(join(folder, 'files'), stationHertz, 60);
  const engine = await run('streaming/main.ts');
  const calls = await run('streaming/calls-main.ts');
  const station: StationDesired = desiredStation({
    autodj: { items: [track], shuffle: false, generation: 1 },
    calls: { numbers: [{ did, main: true }], prompt: { path: 'prompt.ul', ms: 1000 }, max: 10 },
  });
  const { control } = engine.line;
  expect((await call(control, 'PUT', `/stations/${station.key}`, station)).status).toBe(204);
  return { engine, calls, control, station };
};

it('callers hear the whole prompt and then the station, through restarts of the engine, and each call is recorded once', async () => {
  const { engine, calls, control, station } = await prepare();
  const first = await dial(calls.line.udp);
  await expect.poll(() => heardOf(first, stationHertz)).toBeGreaterThan(1000);
  expect(heardOf(first, promptHertz)).toBeGreaterThan(950);
  const { callers: now } = (await (await call(control, 'GET', `/stations/${station.key}`)).json()) as StationState;
  expect(now).toBe(1);

  // The station is decoded by now: the second caller hears it right after the prompt.
  const second = await dial(calls.line.udp);
  await expect.poll(() => heardOf(second, stationHertz)).toBeGreaterThan(500);
  // Packet by packet: a process that pauses leaves out that time.
  const sent = samplesOf(
    second.packets.map((packet, at) => ({ ...packet, time: at * packetSamples })),
    'pcmu',
  );
  expect(orderOf(sent, 30).slice(0, 2)).toEqual([promptHertz, stationHertz]);
  expect((await second.bye()).status).toBe(200);

  await kill(engine.child);
  const again = await run('streaming/main.ts');
  const before = heardOf(first, stationHertz);
  await expect.poll(() => heardOf(first, stationHertz)).toBeGreaterThan(before + 1500);
  await first.bye();
  const events = await callsUntil(again.line.control, 2);
  expect(events.map(({ call: id }) => id)).toHaveLength(2);
  expect(new Set(events.map(({ call: id }) => id)).size).toBe(2);
  expect(events.every(({ end, prompt_ms }) => end === 'caller' && prompt_ms === 1000)).toBe(true);
});

it('a caller hears a station on after it moved to another engine, and the first engine has the call once', async () => {
  const files = join(folder, 'files');
  const [here, there] = [await prepareTrack(files, stationHertz, 60), await prepareTrack(files, movedHertz, 60)];
  const engine = await run('streaming/main.ts');
  const second = join(folder, 'second');
  const other = await run('streaming/main.ts', { DATA_DIR: second, MEDIA_DIR: files });
  const buses = [folder, second].map((one) => join(one, 'engine', 'bus.sock')).join(' ');
  const calls = await run('streaming/calls-main.ts', { ENGINE_BUS: buses });
  const stationAt = (epoch: number, track: typeof here): StationDesired => ({
    ...desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 } }),
    ...{ epoch, calls: { numbers: [{ did, main: true }], prompt: null, max: 10 } },
  });
  const before = stationAt(1, here);
  const path = `/stations/${before.key}`;
  expect((await call(engine.line.control, 'PUT', path, before)).status).toBe(204);
  const caller = await dial(calls.line.udp);
  await expect.poll(() => heardOf(caller, stationHertz)).toBeGreaterThan(1000);

  expect((await call(other.line.control, 'PUT', path, { ...stationAt(2, there), key: before.key })).status).toBe(204);
  await expect.poll(() => heardOf(caller, movedHertz)).toBeGreaterThan(500);
  expect((await call(engine.line.control, 'DELETE', path)).status).toBe(204);
  const [atEnd, heard] = [heardOf(caller, stationHertz), heardOf(caller, movedHertz)];
  await expect.poll(() => heardOf(caller, movedHertz)).toBeGreaterThan(heard + 1500);
  expect(heardOf(caller, stationHertz)).toBe(atEnd);
  await caller.bye();
  expect(await callsUntil(engine.line.control, 1)).toMatchObject([{ station: before.key, end: 'caller' }]);
});

it('calls of a killed process are recorded once as lost, and the engine reports what is answered', async () => {
  const { calls, control } = await prepare();
  const caller = await dial(calls.line.udp);
  await expect.poll(() => heardOf(caller, promptHertz)).toBeGreaterThan(0);
  const state = async () => (await (await call(control, 'GET', '/telephony')).json()) as TelephonyState;
  await expect.poll(state).toMatchObject({ running: true, calling: 1, problem: '', ports: { udp: calls.line.udp } });
  const telephony = { revision: 3, host: 'calls.example.com', trunks: [], limits: {}, sandbox: true };
  expect((await call(control, 'PUT', '/telephony', telephony)).status).toBe(204);
  expect((await call(control, 'PUT', '/telephony', { ...telephony, revision: 2 })).status).toBe(409);
  await expect.poll(state).toMatchObject({ revision: 3 });
  await kill(calls.child);
  await expect.poll(state).toMatchObject({ running: false, calling: 0 });

  await kill((await run('streaming/calls-main.ts')).child);
  const third = await run('streaming/calls-main.ts');
  const next = await dial(third.line.udp);
  await next.bye();
  const events = await callsUntil(control, 2);
  expect(events.map(({ end }) => end)).toEqual(['lost', 'caller']);
  expect(events[0]!.ended).toBeGreaterThanOrEqual(events[0]!.answered!);
});

it('callers of a cloud carrier hear the whole prompt and then the station without a gap, and are recorded once', async () => {
  const { control } = await prepare();
  const telephony = { revision: 1, host: '', trunks: [twilioTrunk], limits: {}, sandbox: false };
  expect((await call(control, 'PUT', '/telephony', telephony)).status).toBe(204);
  const state = async () => (await (await call(control, 'GET', '/telephony')).json()) as TelephonyState;
  await expect.poll(async () => (await state()).web_port).toBeTypeOf('number');
  const port = (await state()).web_port!;
  const answer = async (carrierCall: string) => {
    const { text } = await twilioHook(port, { CallSid: carrierCall, To: did });
    const stream = await openStream(port, soundPath(text), { kind: 'twilio', carrierCall });
    stream.playMarks();
    return { ...stream, samples: () => decodeG711('pcmu', stream.sound()) };
  };
  const first = await answer('CA1');
  await expect.poll(() => heardOf(first, stationHertz)).toBeGreaterThan(500);
  // The station is decoded by now: the second caller hears it right after the prompt.
  const second = await answer('CA2');
  await expect.poll(() => heardOf(second, stationHertz)).toBeGreaterThan(500);
  expect(tonesIn(second.samples(), tones)[0]).toEqual([0, 200]);
  // A process that pauses fills up a tenth of a second.
  expect(orderOf(second.samples(), 130).slice(0, 3)).toEqual([0, promptHertz, stationHertz]);
  for (const stream of [first, second]) {
    stream.send({ event: 'stop', streamSid: 'MZ1' });
    await stream.closed();
  }
  const events = await callsUntil(control, 2);
  expect(events.map(({ trunk, end, prompt_ms }) => [trunk, end, prompt_ms])).toEqual([
    ['twilio', 'caller', 1000],
    ['twilio', 'caller', 1000],
  ]);
});
