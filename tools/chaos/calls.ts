import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { billing } from '#contract/api/billing.ts';
import { telephonyAdmin } from '#contract/api/telephony-admin.ts';
import { telephony } from '#contract/api/telephony.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { openCaller, type Caller } from '#streaming/calls/testing/caller.ts';
import type { Product } from '../../e2e/product.ts';
import { addTracks, createTestStation, type TestStation } from '../../e2e/test-station.ts';
import { killPart, pause, randomBy, until, type Part } from './kill-part.ts';

type Options = { kills: number; seed: number; calls: number };
/** A call as its caller knows it; times in ms since the epoch. */
type Dialled = { answered: number; ended: number; isLost: boolean };
type Open = { caller: Caller; answered: number };
type Stored = { answered: number; ended: number; end: string };

const parts: readonly Part[] = ['calls', 'engine', 'portal', 'clickhouse'];
/** The longest wait before a kill, and the part of the callers that hangs up during it. */
const longestWaitMs = 4000;
const leaving = 0.4;
const answerMs = 5000;
/** What the statistics may differ by: where the process was killed, and else. */
const slackMs = { lost: 15_000, ended: 1000 };
const settledMs = 30_000;

/**
 * Kills the calls process, the engine, the portal and ClickHouse at random during calls, some of whose callers hang up at
 * that time. Each call that was answered must be in the statistics once, with the seconds that its caller counted.
 */
export const chaosCalls = async (product: Product, { kills, seed, calls }: Options): Promise<string[]> => {
  const at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const did = await prepare(at);
  const port = async (): Promise<number> => {
    let udp: number | null | undefined;
    await until(async () => {
      udp = (await at.call(telephonyAdmin.health, {})).engine?.ports.udp;
      return typeof udp === 'number';
    }, 'calls are answered');
    return udp!;
  };
  const draw = randomBy(seed);
  const dialled: Dialled[] = [];
  let open: Open[] = [];
  let phones = 0;
  for (let count = 1; count <= kills; count++) {
    const to = await port();
    while (open.length < calls) open.push(await dial(to, did, phones++));
    await pause(draw() * longestWaitMs);
    const part = parts[Math.floor(draw() * parts.length)]!;
    const leavers = open.filter(() => draw() < leaving);
    const [killedAt, left] = await Promise.all([
      killPart(product, part),
      Promise.all(leavers.map((one) => hangUp(one, draw() * 1000))),
    ]);
    const stayed = open.filter((one) => !leavers.includes(one));
    const lost = part === 'calls' ? stayed.map((one) => ({ ...one, ended: killedAt, isLost: true })) : [];
    for (const { caller } of lost) caller.close();
    const gone = left.map((one) => (one.isLost ? { ...one, ended: killedAt } : one));
    dialled.push(...gone.map(plain), ...lost.map(plain));
    open = part === 'calls' ? [] : stayed;
    console.log(
      `${String(count).padStart(4)} ${part.padEnd(10)} ${calls} calls, ${gone.length} hung up, ${dialled.length} ended so far`,
    );
  }
  dialled.push(...(await Promise.all(open.map((one) => hangUp(one, 0)))).map(plain));
  return compare(dialled, await storedCalls(product, at.station));
};

const plain = ({ answered, ended, isLost }: Dialled): Dialled => ({ answered, ended, isLost });

/** A station that plays, with a number in the sandbox that so many may call. */
const prepare = async (at: TestStation): Promise<string> => {
  await at.call(billing.assign, { params: { key: at.account }, body: { plan: 'premier' } });
  await addTracks(at, ['Long Tone'], 60);
  await at.call(telephony.setRequest, { params: { key: at.station }, body: { action: 'enable' } });
  const { numbers } = await at.call(telephony.line, { params: { id: at.station } });
  return numbers[0]!.did;
};

/** Calls until it is answered; each telephone has a number of its own. */
const dial = async (port: number, did: string, phone: number): Promise<Open> => {
  for (;;) {
    const caller = await openCaller({ port, did, from: `+4930${100_000 + phone}` });
    const reply = await Promise.race([caller.invite(), pause(answerMs)]);
    if (reply?.status === 200) {
      caller.speak();
      return { caller, answered: Date.now() };
    }
    caller.close();
    await pause(200);
  }
};

/** Hangs up after so long; lost where nobody answers that. */
const hangUp = async ({ caller, answered }: Open, afterMs: number): Promise<Open & Dialled> => {
  await pause(afterMs);
  const ended = Date.now();
  // Once: a process that starts meanwhile would not know the call.
  const reply = await Promise.race([caller.request('BYE'), pause(answerMs)]);
  caller.close();
  return { caller, answered, ended, isLost: reply === undefined };
};

/** What ClickHouse has of the station's answered calls once nothing has come for a while, in their order. */
const storedCalls = async ({ dataDir }: Product, station: StationKey): Promise<Stored[]> => {
  const services = JSON.parse(readFileSync(join(dataDir, 'run', 'services.json'), 'utf8')) as { clickhouseUrl: string };
  const clickhouse = createClient({ url: services.clickhouseUrl });
  const read = async (): Promise<Stored[]> => {
    const query = `select toFloat64(toUnixTimestamp64Milli(answered)) as answered,
        toFloat64(toUnixTimestamp64Milli(ended)) as ended, toString(end) as end
      from calls final where station = {station: String} and answered > 0 order by answered`;
    const found = await clickhouse.query({ query, query_params: { station }, format: 'JSONEachRow' });
    return await found.json<Stored>();
  };
  let [stored, since]: [Stored[], number] = [[], 0];
  await until(async () => {
    const now = await read();
    if (now.length !== stored.length) since = Date.now();
    stored = now;
    return Date.now() - since > settledMs;
  }, 'the statistics are final');
  await clickhouse.close();
  return stored;
};

/** Prints the table; the failures. Both sides are in the order in which calls were answered. */
const compare = (dialled: readonly Dialled[], stored: readonly Stored[]): string[] => {
  const mine = dialled.toSorted((one, other) => one.answered - other.answered);
  const failures: string[] = [];
  const worst = { lost: 0, ended: 0 };
  if (mine.length !== stored.length) failures.push(`FAIL: ${mine.length} calls, ${stored.length} in the statistics`);
  for (const [at, call] of mine.entries()) {
    const found = stored[at];
    if (!found) continue;
    const difference = Math.abs(found.ended - found.answered - (call.ended - call.answered));
    const kind = call.isLost ? 'lost' : 'ended';
    worst[kind] = Math.max(worst[kind], difference);
    if (difference > slackMs[kind]) failures.push(`FAIL: call ${at + 1} (${kind}) differs by ${difference} ms`);
    if ((found.end === 'lost') !== call.isLost)
      failures.push(`FAIL: call ${at + 1} is ${kind}, stored as ${found.end}`);
  }
  const lost = mine.filter(({ isLost }) => isLost).length;
  console.log(
    [
      ...['', '| calls | counted | largest difference, ms |', '|---|---|---|'],
      `| hung up: ${mine.length - lost} | ${stored.filter(({ end }) => end !== 'lost').length} | ${worst.ended} |`,
      `| cut off by a kill: ${lost} | ${stored.filter(({ end }) => end === 'lost').length} | ${worst.lost} |`,
    ].join('\n'),
  );
  return failures;
};
