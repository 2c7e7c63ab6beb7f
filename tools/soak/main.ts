import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stations } from '#contract/stations.ts';
import { residentMb } from '../../bench/process-figures.ts';
import { goLive, type Encoder } from '../../e2e/encoder.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { addTracks, stage, type Stage } from '../../e2e/stage.ts';
import { listenOn, type Ear } from './ear.ts';

/*
 * `npm run soak [-- --hours 24 --stations 10 --rows 48]`: runs the product on ports and data of its own with playing stations, one
 * listener for each, and an encoder that connects to the first one for every other row. Prints a row at equal intervals; exits
 * with 1 if a listener was disconnected, a gap was heard, or a process kept growing.
 */
const longestGapMs = 60;
const mostHours = 72;
const secondMs = 1000;
/** What a process may have at the end, beside what it had after a tenth of the time: room for caches that fill slowly. */
const growth = { factor: 1.5, mb: 60 };
const hz = 300;

type Row = { minutes: number; lost: number; gapMs: number; memoryMb: Record<string, number> };

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    stations: { type: 'string', default: '10' },
    rows: { type: 'string', default: '48' },
  },
});
const [hours, count, rowCount] = [Number(values.hours), Number(values.stations), Number(values.rows)];
if (!(hours > 0 && hours <= mostHours) || ![count, rowCount].every((one) => Number.isInteger(one) && one > 0))
  throw new Error(`--hours is above 0 and at most ${mostHours}; --stations and --rows are whole numbers above 0.`);

const product = await startProduct();
const ears: Ear[] = [];
let encoder: Encoder | undefined;
try {
  const first = await stage(product, 'Long Haul', 'Long Haul 1');
  const all = [first, ...(await more(first, count - 1))];
  for (const one of all) await addTracks(one, ['Concert Pitch'], 30);
  for (const one of all) ears.push(listenOn(await mountOf(product, one), hz));
  const rows: Row[] = [];
  console.log(`${count} stations, a listener of each, ${hours} h.\n`);
  for (let i = 1; i <= rowCount; i++) {
    await pause((hours * 3600 * secondMs) / rowCount);
    // Live in every other row: each switch is heard.
    if (i % 2 === 1) encoder = goLive({ url: await sourceUrl(product, first), hz });
    else await encoder?.stop('kill');
    const gaps = await Promise.all(ears.map((ear) => ear.gapMs()));
    const lost = ears.reduce((sum, ear) => sum + ear.lost(), 0);
    rows.push({ minutes: (hours * 60 * i) / rowCount, lost, gapMs: Math.max(...gaps), memoryMb: memoryOf(product) });
    show(rows);
  }
  const wrong = wrongIn(rows);
  for (const line of wrong) console.log(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  for (const ear of ears) ear.leave();
  await encoder?.stop('kill');
  await product.stop();
}

async function more(like: Stage, wanted: number): Promise<Stage[]> {
  const made: Stage[] = [];
  for (let i = 0; i < wanted; i++) {
    const { key } = await like.call(stations.create, {
      params: { id: like.account },
      body: { name: `Long Haul ${i + 2}` },
    });
    made.push({ ...like, station: key, stationPath: `${like.accountPath}/stations/${key}` });
  }
  return made;
}

async function mountOf({ streamUrl }: Product, { call, station }: Stage): Promise<string> {
  return `${streamUrl}/${(await call(stations.get, { params: { key: station } })).streamname}`;
}

async function sourceUrl({ streamUrl }: Product, { call, station }: Stage): Promise<string> {
  const { password } = await call(stations.revealPassword, { params: { key: station } });
  const { icecast } = await call(stations.encoder, { params: { key: station } });
  return `icecast://source:${password}@${new URL(streamUrl).host}${icecast.mount}`;
}

/** MB of each part that is on record as running. */
function memoryOf({ dataDir }: Product): Record<string, number> {
  const folder = join(dataDir, 'run');
  const pids = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { pid } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { pid?: number };
      return pid === undefined ? [] : [[name.replace('.json', ''), residentMb(pid)] as const];
    });
  return Object.fromEntries(pids);
}

/** The newest row, below the names of its columns where it is the first. */
function show(rows: readonly Row[]): void {
  const { minutes, lost, gapMs, memoryMb } = rows.at(-1)!;
  const names = Object.keys(memoryMb);
  if (rows.length === 1) {
    console.log(`| after | disconnected | longest gap | ${names.map((name) => `${name} MB`).join(' | ')} |`);
    console.log(`|${'---|'.repeat(3 + names.length)}`);
  }
  const memory = names.map((name) => memoryMb[name]!.toFixed(0)).join(' | ');
  console.log(`| ${minutes.toFixed(1)} min | ${lost} | ${gapMs.toFixed(0)} ms | ${memory} |`);
}

function wrongIn(rows: readonly Row[]): string[] {
  const last = rows.at(-1)!;
  const early = rows[Math.floor(rows.length / 10)]!;
  const gapMs = Math.max(...rows.map((row) => row.gapMs));
  return [
    ...(last.lost > 0 ? [`WRONG: listeners were disconnected ${last.lost} times`] : []),
    ...(gapMs > longestGapMs ? [`WRONG: a gap of ${gapMs.toFixed(0)} ms was heard`] : []),
    ...Object.entries(last.memoryMb)
      .filter(([name, mb]) => mb > (early.memoryMb[name] ?? mb) * growth.factor + growth.mb)
      .map(([name, mb]) => `WRONG: ${name} grew from ${early.memoryMb[name]!.toFixed(0)} to ${mb.toFixed(0)} MB`),
  ];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
