import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAds } from './ads.ts';
import { benchAnalytics } from './analytics.ts';
import { benchApi } from './api.ts';
import { benchAudience } from './audience.ts';
import { benchDelivery } from './delivery.ts';
import { benchFirstByte } from './first-byte.ts';
import { benchFinance } from './finance.ts';
import { killAll, ensurePrograms, versionOf } from './programs.ts';
import { benchForecast } from './forecast.ts';
import { benchLists } from './lists.ts';
import { benchMixing } from './mixing.ts';
import { table, type Row } from './report.ts';
import { benchPlayers } from './players.ts';
import { benchPlaylist } from './playlist.ts';
import { benchReads } from './reads.ts';
import { benchRestart } from './restart.ts';
import { makeTone } from './audio.ts';
import { benchScreens } from './screens.ts';
import { benchStations } from './stations.ts';
import { benchSubjects } from './rollup-subjects.ts';
import { benchSwitches } from './switches.ts';
import { benchTelephone } from './telephone.ts';
import { startWatchdog } from './watchdog.ts';

/*
 * `npm run bench`: the engine against Debian's Icecast and Liquidsoap on this machine, in this run. `--quick` is small
 * and short; `--only lists,playlist` runs some parts: ads, analytics, api, audience, delivery, finance, first-byte,
 * forecast, lists, mixing, players, playlist, reads, screens, stations, subjects, switches, telephone, restart. Each part prints its rows when it is done; the
 * others still run when one fails. `--size 20` measures finance and forecast on 20 million sessions and 50 million impressions.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    size: { type: 'string' },
  },
});
const { quick, only } = values;
const sessions = Number(values.size ?? (quick ? 0.2 : 2)) * 1_000_000;
const chosen = only?.split(',');
const folder = mkdtempSync(join(tmpdir(), 'skywave-bench-'));
// If the bench is root, PostgreSQL runs as another user, which must be able to enter the folder.
chmodSync(folder, 0o711);
startWatchdog(folder);

const parts: Record<string, () => Promise<Row[]>> = {
  restart: () => benchRestart(folder, quick ? 1 : 3),
  switches: () => benchSwitches({ folder, rounds: quick ? 1 : 3, liquidsoap: true }),
  stations: () =>
    benchStations({
      folder,
      stations: quick ? 200 : 2000,
      hls: quick ? 50 : 500,
      recorded: quick ? 5 : 50,
      seconds: quick ? 10 : 60,
    }),
  mixing: () => benchMixing({ folder, stations: quick ? 25 : 500, seconds: quick ? 20 : 60 }),
  analytics: () =>
    benchAnalytics(
      folder,
      quick
        ? { stations: 200, days: 30, sessions: 500_000, events: 100_000, rounds: 50 }
        : { stations: 2000, days: 90, sessions: 20_000_000, events: 1_000_000, rounds: 50 },
    ),
  subjects: () =>
    benchSubjects(folder, {
      stations: quick ? 200 : 2000,
      days: 30,
      sessions: quick ? 500_000 : 5_000_000,
      rounds: 50,
    }),
  api: () => benchApi(quick ? 3 : 10),
  lists: () => benchLists(folder, { size: quick ? 10_000 : 100_000, rounds: quick ? 20 : 40 }),
  players: () => benchPlayers({ seconds: quick ? 2 : 8, followers: quick ? 1000 : 20_000, loads: quick ? 3 : 7 }),
  reads: () => benchReads(folder, quick ? 4 : 8),
  playlist: () => benchPlaylist(folder, quick ? 20 : 100),
  delivery: () => benchDelivery(folder, quick ? 2 : 8),
  screens: () => benchScreens(quick ? 1 : 5),
  'first-byte': () => benchFirstByte(folder, quick ? 400 : 4000),
  audience: () => benchAudience({ folder, listeners: quick ? 500 : 5000, seconds: quick ? 10 : 30 }),
  finance: () =>
    benchFinance(folder, {
      ...{ stations: quick ? 200 : 2000, campaigns: 20, days: 90, rounds: quick ? 30 : 50 },
      impressions: 2.5 * sessions,
    }),
  forecast: () =>
    benchForecast(
      folder,
      quick
        ? { stations: 200, sessions, campaigns: 50, rounds: 20 }
        : { stations: 2000, sessions, campaigns: 500, rounds: 50 },
    ),
  ads: () => benchAds({ folder, listeners: quick ? 500 : 5000, breaks: quick ? 1 : 3 }),
  telephone: () =>
    benchTelephone({
      folder,
      calls: quick ? [50] : [50, 200, 500],
      beside: quick ? 50 : 200,
      listeners: quick ? 500 : 5000,
      seconds: quick ? 10 : 20,
    }),
};

if (!(sessions > 0)) {
  console.error('--size is a number of million sessions.');
  process.exit(1);
}
const unknown = chosen?.filter((name) => !(name in parts)) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

process.on('exit', () => {
  killAll();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

if (!ensurePrograms({ icecast2: 'icecast2', liquidsoap: 'liquidsoap', ffmpeg: 'ffmpeg' })) {
  console.error('The bench needs the packages icecast2, liquidsoap and ffmpeg. Install them as root and try again.');
  process.exit(1);
}
mkdirSync(join(folder, 'files'));
makeTone(join(folder, 'files', 'low.mp3'), 1000, 60);
makeTone(join(folder, 'files', 'high.mp3'), 3000, 60);

const [load = 0] = loadavg();
if (load > cpus().length / 2)
  console.log(
    `This machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): expect slower times than usual.`,
  );
let passed = true;
for (const [name, run] of Object.entries(parts)) {
  if (chosen && !chosen.includes(name)) continue;
  console.log(`Measuring: ${name} …`);
  const rows = await run().catch((error: unknown) => {
    console.error(`${name} failed:`, error);
    return undefined;
  });
  if (rows) console.log(`\n${table(rows)}\n`);
  passed &&= rows?.every(({ pass }) => pass) ?? false;
}
console.log(`Node ${process.version}; ${versionOf('icecast2', '-v')}; ${versionOf('liquidsoap', '--version')}`);
console.log(`${versionOf('ffmpeg', '-version').split(' Copyright')[0]}; ${cpus().length} × ${cpus()[0]?.model}`);
process.exit(passed ? 0 : 1);
