import type { ChildProcess } from 'node:child_process';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { Telephony, Trunk } from '#contract/engine/engine-calls.ts';
import { ticksOfRest } from '#streaming/calls/rest.ts';
import { startAudience, untilMessage } from './audience.ts';
import { cpuPercent, cpuSecondsOfTree, pause } from './process-figures.ts';
import { end, freePort, start } from './programs.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine, type BenchEngine } from './servers.ts';

type Options = { folder: string; calls: readonly number[]; beside: number; listeners: number; seconds: number };
type Heard = { packets: number; missing: number; p99: number; longest: number };
type Answering = { child: ChildProcess & { pid: number }; port: number };

const did = '+12025550100';
const strangersAddress = '127.0.0.2';
const optionsPerSecond = 5000;
/**
 * Of one core, for each call whose caller speaks: of the process that answers. The decoder of a station, which all of its
 * callers share, is in the figure beside it.
 */
const mostPercentEach = 0.05;
/** What a packet costs is the kernel's and Node's, and differs by a third between hours of a shared machine. */
const mostOfPackets = 1.25;
const barePort = 25_000;
const mostFloodPercent = 5;
const mostGapMs = 40;
/** Connecting is over, and so is the first second of a decoder. */
const settleMs = 3000;
const warmUpMs = 10_000;

const trunk: Trunk = {
  ...{ kind: 'sip', public_key: null, public_url: null },
  ...{ id: 'bench', name: 'Bench', addresses: ['127.0.0.1'], username: null, secret: null, transport: 'udp' },
  ...{ srtp: 'off', number_from: 'uri', media: 'same' },
};
const telephony: Telephony = {
  ...{ revision: 1, host: '127.0.0.1', trunks: [trunk], sandbox: false },
  limits: { number_minutes: 1e6, per_caller: 3, call_minutes: 240, per_second: 1000 },
};

/**
 * What calls cost the process that answers them, with callers who speak as well; whether each packet of sound arrives, and
 * in time; whether listeners of the same station notice; and what a stranger's flood of messages costs.
 */
export const benchTelephone = async (options: Options): Promise<Row[]> => {
  const { folder, calls, beside, listeners, seconds } = options;
  const engine = await startEngine(folder);
  const answering = await startCalls(engine, folder);
  await engine.call('PUT', '/telephony', telephony);
  const station = {
    ...benchStation(0, ['low.mp3'], 4000),
    calls: { numbers: [{ did, main: true }], prompt: null, max: 1000 },
  };
  await engine.put(station as StationDesired);
  await warmUp(answering, Math.max(...calls));
  const rows: Row[] = [];
  for (const count of calls) {
    const bare = await measurePackets(count, seconds);
    rows.push(...(await measureCalls(answering, count, seconds, bare)));
  }
  rows.push(...(await measureFlood(answering, 50, seconds)));

  const audience = await startAudience(engine, folder, listeners);
  const callers = await startCallers(answering, beside);
  callers.send('mark');
  const streams = await audience.measure(seconds);
  const heard = await reportOf<Heard>(callers);
  await end(callers, 'SIGKILL');
  await audience.end();
  await end(answering.child);
  await end(engine.child);
  return [
    ...rows,
    {
      figure: `${listeners} listeners beside ${beside} calls: dropped`,
      ours: `${streams.dropped}; the slowest got ${(streams.received * 100).toFixed(1)} % of the sound`,
      budget: '0; ≥ 100 % less one write',
      pass: streams.dropped === 0 && streams.received >= 1 - 0.5 / streams.seconds,
    },
    soundRow(`${beside} calls beside ${listeners} listeners`, heard),
  ];
};

/** First calls, after which the code of the process is compiled, as in all of its hours but the first minute. */
const warmUp = async (answering: Answering, count: number): Promise<void> => {
  const callers = await startCallers(answering, count);
  await pause(warmUpMs);
  await hangUp(callers);
};

const startCalls = async (engine: BenchEngine, folder: string): Promise<Answering> => {
  const port = await freePort();
  const child = start([process.execPath, 'streaming/calls-main.ts'], {
    ...{ DATA_DIR: engine.data, MEDIA_DIR: `${folder}/files`, SIP_PORT: `${port}`, RTP_PORTS: '22000-23999' },
    ...{ CALLS_MAX: '1000' },
  });
  return { child, port };
};

/** CPU of a process that only receives and sends the packets of so many calls, in % of a core each. */
const measurePackets = async (count: number, seconds: number): Promise<number> => {
  const bare = start([process.execPath, 'bench/bare-packets.ts', `${count}`, `${barePort}`, `${ticksOfRest(count)}`]);
  await untilMessage(bare, 'in');
  const callers = await startCallers({ port: barePort, did: '' }, count);
  await pause(warmUpMs);
  const cpu = await cpuPercent(bare.pid!, seconds * 1000);
  await end(callers, 'SIGKILL');
  await end(bare, 'SIGKILL');
  return cpu / count;
};

const measureCalls = async (answering: Answering, count: number, seconds: number, bare: number): Promise<Row[]> => {
  const callers = await startCallers(answering, count);
  const { pid } = answering.child;
  const [cpu, withDecoder, heard] = await measure(callers, pid, seconds);
  await hangUp(callers);
  const each = cpu / count;
  return [
    {
      figure: `${count} calls whose callers speak: CPU of one core`,
      ours: `${cpu.toFixed(1)} % (${each.toFixed(3)} % each), with the decoder ${withDecoder.toFixed(1)} %`,
      budget: `≤ ${mostPercentEach} % each`,
      pass: each <= mostPercentEach,
    },
    {
      figure: `${count} calls: CPU, of what their packets alone cost Node and the kernel`,
      ours: `${(each / bare).toFixed(2)} times ${bare.toFixed(3)} % each`,
      budget: `≤ ${mostOfPackets} times`,
      pass: each <= bare * mostOfPackets,
    },
    soundRow(`${count} calls`, heard),
  ];
};

const measureFlood = async (answering: Answering, count: number, seconds: number): Promise<Row[]> => {
  const callers = await startCallers(answering, count);
  const { pid } = answering.child;
  const [before] = await measure(callers, pid, seconds);
  const command = ['bench/stranger-load.ts', `${answering.port}`, strangersAddress, `${optionsPerSecond}`];
  const stranger = start([process.execPath, ...command]);
  await untilMessage(stranger, 'in');
  await pause(settleMs);
  const [during, , heard] = await measure(callers, pid, seconds);
  const { answers } = await reportOf<{ answers: number }>(stranger);
  await end(stranger, 'SIGKILL');
  await hangUp(callers);
  return [
    {
      figure: `${optionsPerSecond} OPTIONS/s from a stranger beside ${count} calls: CPU of one core`,
      ours: `${(during - before).toFixed(1)} % more than ${before.toFixed(1)} %, ${answers} answered`,
      budget: `≤ ${mostFloodPercent} % more, 0 answered`,
      pass: during - before <= mostFloodPercent && answers === 0,
    },
    soundRow(`${count} calls in the flood`, heard),
  ];
};

/** CPU of the process, the same with its decoder, and what the callers heard. */
const measure = async (callers: ChildProcess, pid: number, seconds: number): Promise<[number, number, Heard]> => {
  callers.send('mark');
  const before = cpuSecondsOfTree(pid);
  const cpu = await cpuPercent(pid, seconds * 1000);
  const withDecoder = ((cpuSecondsOfTree(pid) - before) / seconds) * 100;
  return [cpu, withDecoder, await reportOf<Heard>(callers)];
};

const soundRow = (title: string, { packets, missing, p99, longest }: Heard): Row => ({
  figure: `${title}: packets lost, gap between two`,
  ours: `${missing} of ${packets}; p99 ${p99} ms, longest ${longest} ms`,
  budget: `0, p99 ≤ ${mostGapMs} ms`,
  pass: packets > 0 && missing === 0 && p99 <= mostGapMs,
});

/** Resolves when all of them are answered, and what that cost is over. */
const startCallers = async (to: { port: number; did?: string }, count: number): Promise<ChildProcess> => {
  const callers = start([process.execPath, 'bench/telephone-load.ts', `${to.port}`, to.did ?? did, `${count}`]);
  await untilMessage(callers, 'in');
  await pause(settleMs);
  return callers;
};

const hangUp = async (callers: ChildProcess): Promise<void> => {
  callers.send('hang up');
  await pause(settleMs);
  await end(callers, 'SIGKILL');
};

const reportOf = async <T>(load: ChildProcess): Promise<T> => {
  load.send('report');
  return (await untilMessage(load, 'report')) as T;
};
