import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stations } from '#contract/api/stations.ts';
import { residentMb } from '../../bench/process-figures.ts';
import { goLive, type Encoder } from '../../e2e/encoder.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { addTracks, createTestStation, type TestStation } from '../../e2e/test-station.ts';
import { soakBreaks } from './breaks.ts';
import { soakFirefox } from './firefox-player.ts';
import { soakPlayer } from './player.ts';
import { startLongListener, type LongListener } from './long-listener.ts';

/*
 * `npm run soak [-- --hours 24 --stations 10 --rows 48]`: runs a product on its own ports and data with playing
 * stations, a listener on each, and an encoder on the first one during every other row. Prints a row at equal
 * intervals; exits with 1 if a listener was disconnected, had a gap, or a process kept growing.
 *
 * `npm run soak -- --breaks [--minutes 60 --every 120 --listeners 20]` makes breaks with spots instead, and exits with 1
 * if a listener's clock left the others' or an impression was counted wrongly.
 *
 * `npm run soak -- --player [--hls] [--minutes 60 --rows 48]` plays an embedded player in Chromium, with the titles of
 * ten times as long and its connection lost every 36 s, or over HLS without a loss; exits with 1 if it was silent, or
 * needs more and more memory, elements or connections. With `--firefox` it plays over HLS in Firefox (Debian packages firefox-esr and
 * pulseaudio), and exits with 1 if it was silent.
 */
const longestGapMs = 60;
const maxHours = 72;
const secondMs = 1000;
/** How much a process may grow after a tenth of the time: allows for caches that fill slowly. */
const maxGrowth = { factor: 1.5, mb: 60 };
const hz = 300;

type Row = { minutes: number; lost: number; gapMs: number; memoryMb: Record<string, number> };

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    stations: { type: 'string', default: '10' },
    rows: { type: 'string', default: '48' },
    breaks: { type: 'boolean', default: false },
    player: { type: 'boolean', default: false },
    hls: { type: 'boolean', default: false },
    firefox: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '120' },
    listeners: { type: 'string', default: '20' },
  },
});
const [hours, count, rowCount] = [Number(values.hours), Number(values.stations), Number(values.rows)];
if (!(hours > 0 && hours <= maxHours) || ![count, rowCount].every((one) => Number.isInteger(one) && one > 0))
  throw new Error(`--hours is above 0 and at most ${maxHours}; --stations and --rows are whole numbers above 0.`);

const isLong = (minutes: number): boolean => minutes > 0 && minutes <= maxHours * 60;

const soakStations = async (): Promise<string[]> => {
  const product = await startProduct();
  const listeners: LongListener[] = [];
  let encoder: Encoder | undefined;
  try {
    const first = await createTestStation(product, 'Long Haul', 'Long Haul 1');
    const all = [first, ...(await createMore(first, count - 1))];
    for (const one of all) await addTracks(one, ['Concert Pitch'], 30);
    for (const one of all) listeners.push(startLongListener(await mountOf(product, one), hz));
    const rows: Row[] = [];
    console.log(`${count} stations, one listener each, ${hours} h.\n`);
    for (let i = 1; i <= rowCount; i++) {
      await pause((hours * 3600 * secondMs) / rowCount);
      // Live in every other row, so that each switch is tested.
      if (i % 2 === 1) encoder = goLive({ url: await sourceUrl(product, first), hz });
      else await encoder?.stop('kill');
      const gaps = await Promise.all(listeners.map((listener) => listener.gapMs()));
      const lost = listeners.reduce((sum, listener) => sum + listener.lost(), 0);
      rows.push({ minutes: (hours * 60 * i) / rowCount, lost, gapMs: Math.max(...gaps), memoryMb: memoryOf(product) });
      printRow(rows);
    }
    return failuresOf(rows);
  } finally {
    for (const listener of listeners) listener.leave();
    await encoder?.stop('kill');
    await product.stop();
  }
};

const exitWith = (failures: string[]): void => {
  for (const line of failures) console.log(line);
  // Chromium is closed with the process.
  process.exit(failures.length === 0 ? 0 : 1);
};

const createMore = async (template: TestStation, extra: number): Promise<TestStation[]> => {
  const stages: TestStation[] = [];
  for (let i = 0; i < extra; i++) {
    const { key } = await template.call(stations.create, {
      params: { id: template.account },
      body: { name: `Long Haul ${i + 2}` },
    });
    stages.push({ ...template, station: key, stationPath: `${template.accountPath}/stations/${key}` });
  }
  return stages;
};

const mountOf = async ({ streamUrl }: Product, { call, station }: TestStation): Promise<string> =>
  `${streamUrl}/${(await call(stations.get, { params: { key: station } })).streamname}`;

const sourceUrl = async ({ streamUrl }: Product, { call, station }: TestStation): Promise<string> => {
  const { password } = await call(stations.revealPassword, { params: { key: station } });
  const { icecast } = await call(stations.encoder, { params: { key: station } });
  return `icecast://source:${password}@${new URL(streamUrl).host}${icecast.mount}`;
};

/** Memory in MB of each recorded process. */
const memoryOf = ({ dataDir }: Product): Record<string, number> => {
  const folder = join(dataDir, 'run');
  const pids = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { pid } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { pid?: number };
      return pid === undefined ? [] : [[name.replace('.json', ''), residentMb(pid)] as const];
    });
  return Object.fromEntries(pids);
};

/** Prints the newest row, with the headings above the first one. */
const printRow = (rows: readonly Row[]): void => {
  const { minutes, lost, gapMs, memoryMb } = rows.at(-1)!;
  const names = Object.keys(memoryMb);
  if (rows.length === 1) {
    console.log(`| after | disconnected | longest gap | ${names.map((name) => `${name} MB`).join(' | ')} |`);
    console.log(`|${'---|'.repeat(3 + names.length)}`);
  }
  const memory = names.map((name) => memoryMb[name]!.toFixed(0)).join(' | ');
  console.log(`| ${minutes.toFixed(1)} min | ${lost} | ${gapMs.toFixed(0)} ms | ${memory} |`);
};

const failuresOf = (rows: readonly Row[]): string[] => {
  const last = rows.at(-1)!;
  const early = rows[Math.floor(rows.length / 10)]!;
  const gapMs = Math.max(...rows.map((row) => row.gapMs));
  return [
    ...(last.lost > 0 ? [`FAIL: listeners were disconnected ${last.lost} times`] : []),
    ...(gapMs > longestGapMs ? [`FAIL: a listener had a gap of ${gapMs.toFixed(0)} ms`] : []),
    ...Object.entries(last.memoryMb)
      .filter(([name, mb]) => mb > (early.memoryMb[name] ?? mb) * maxGrowth.factor + maxGrowth.mb)
      .map(([name, mb]) => `FAIL: ${name} grew from ${early.memoryMb[name]!.toFixed(0)} to ${mb.toFixed(0)} MB`),
  ];
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
if (values.player) {
  const minutes = Number(values.minutes);
  if (!isLong(minutes)) throw new Error('--minutes is above 0.');
  exitWith(
    values.firefox
      ? await soakFirefox({ minutes, rows: rowCount })
      : await soakPlayer({ minutes, rows: rowCount, hls: values.hls }),
  );
} else if (values.breaks) {
  const [minutes, everySeconds, listeners] = [Number(values.minutes), Number(values.every), Number(values.listeners)];
  if (!isLong(minutes) || !(everySeconds >= 10) || !(listeners > 1))
    throw new Error('--minutes is above 0, --every at least 10 seconds, and --listeners at least 2.');
  exitWith(await soakBreaks({ minutes, everySeconds, listeners }));
} else exitWith(await soakStations());
