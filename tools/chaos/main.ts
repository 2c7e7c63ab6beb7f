import { parseArgs } from 'node:util';
import { killAtRandom, type Kill, type KillReport } from '../../e2e/kill-at-random.ts';
import { freePort, startProduct } from '../../e2e/product.ts';
import { chaosBreaks } from './breaks.ts';
import { chaosCalls } from './calls.ts';
import { chaosDatabase } from './database.ts';
import { chaosEdges } from './edges.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { chaosPortals } from './portals.ts';
import { chaosHosts } from './hosts/outside.ts';

/*
 * `npm run chaos [-- --kills 100 --seed 1 --listeners 8]`: starts a product on its own ports and data, and kills its
 * engine, portal and database at random while listeners are connected and changes are made. Exits with 1 if a listener
 * had more silence than a player bridges, or if an acknowledged change was lost.
 *
 * With `--breaks` it kills them, ClickHouse and the delivery while spots play, and exits with 1 if a spot was counted that
 * no listener's recording contains, if more are missing than a kill may lose, or if a goal was exceeded.
 *
 * With `--portals` it runs a second portal and HAProxy in front of both (Debian package haproxy), and kills one of them every ten
 * seconds under writes and uploads. With `--database` the product uses Debian's PostgreSQL with a standby behind HAProxy; its primary is
 * killed once and the standby promoted.
 * With `--hosts [--runs 3 --stations 2]` it makes hosts of network namespaces (as root): two portals, three engines with as many stations
 * each, and two edges. An engine is unplugged, killed, frozen, or cut off from the portal that places stations, so often each. Exits with
 * 1 if a takeover took more than ten seconds, a listener was disconnected or heard another engine than its station had, an engine has too
 * many stations, a station moved whose engine only that portal could not reach, or what was heard is not counted once.
 *
 * With `--edges [--upgrades 100 --listeners 2000]` it runs an engine and an edge alone, and upgrades the edge under its listeners. Exits
 * with 1 if one was disconnected, got a byte too few or twice, or was counted as two.
 */
const longestGapMs = 60;
const longestWaitMs = 10_000;
const maxKills = 1000;
const callsAtOnce = 50;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    listeners: { type: 'string' },
    edges: { type: 'boolean', default: false },
    upgrades: { type: 'string', default: '100' },
    breaks: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
    portals: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    hosts: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
    stations: { type: 'string', default: '2' },
  },
});
const [rounds, seed] = [Number(values.edges ? values.upgrades : values.kills), Number(values.seed)];
const listeners = Number(values.listeners ?? (values.edges ? 2000 : 8));
if (![rounds, seed, listeners].every((one) => Number.isInteger(one) && one > 0) || rounds > maxKills)
  throw new Error(
    `--kills, --upgrades, --seed and --listeners are whole numbers above 0, kills and upgrades at most ${maxKills}.`,
  );

if (values.hosts) {
  const [runs, stations] = [Number(values.runs), Number(values.stations)];
  if (!Number.isInteger(runs) || runs < 1 || runs > 100) throw new Error('--runs is a whole number from 1 to 100.');
  if (!Number.isInteger(stations) || stations < 1 || stations > 500)
    throw new Error('--stations, for each engine, is a whole number from 1 to 500.');
  process.exit(await chaosHosts({ runs, stations }));
}

if (values.edges) {
  const failures = await chaosEdges({ upgrades: rounds, listeners });
  for (const line of failures) console.log(line);
  process.exit(failures.length === 0 ? 0 : 1);
}

const balancer = await freePort();
const behind = { PUBLIC_URL: `http://localhost:${balancer}` };
const pair = values.database ? await startPostgresPair() : undefined;
const product = await startProduct({
  ...(pair && { DATABASE_URL: pair.url }),
  ...(values.calls && { RTP_PORTS: '12000-12999' }),
  ...(values.portals && behind),
});

const chaos = async (): Promise<string[]> => {
  if (pair) return await chaosDatabase(product, pair);
  if (values.portals) return await chaosPortals(product, { kills: rounds, seed, balancer, settings: behind });
  if (values.calls) return await chaosCalls(product, { kills: rounds, seed, calls: callsAtOnce });
  return values.breaks ? await chaosBreaks(product, { kills: rounds, seed, listeners }) : await killAll();
};

const killAll = async (): Promise<string[]> => {
  let count = 0;
  const report = await killAtRandom(product, { seed, rounds, listeners }, ({ part, recoveryMs }) => {
    console.log(`${String(++count).padStart(4)} ${part.padEnd(9)} API back after ${recoveryMs.toFixed(0)} ms`);
  });
  console.log(`\n${tableOf(report)}`);
  return failuresOf(report);
};

const tableOf = ({ kills, reconnectGapMs, gapMs, lostChanges }: KillReport): string => {
  const rows = (['engine', 'portal', 'postgres'] as const).map((part) => {
    const partKills = kills.filter((kill) => kill.part === part);
    return `| ${part} | ${partKills.length} | ${worst(partKills, 'reconnectMs')} | ${worst(partKills, 'recoveryMs')} |`;
  });
  return [
    '| killed | times | max. time to reconnect, ms | max. time until the API is back, ms |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Longest silence: ${reconnectGapMs.toFixed(0)} ms at the start of a reconnection, ${gapMs.toFixed(0)} ms within one. ${lostChanges.length} of ${kills.length} changes lost.`,
  ].join('\n');
};

const worst = (kills: readonly Kill[], figure: 'reconnectMs' | 'recoveryMs'): string =>
  kills.length === 0 ? '–' : Math.max(...kills.map((kill) => kill[figure])).toFixed(0);

const failuresOf = ({ kills, connections, reconnectGapMs, gapMs, lostChanges }: KillReport): string[] => {
  const engineKills = kills.filter(({ part }) => part === 'engine').length;
  const slowest = Math.max(...kills.map(({ reconnectMs }) => reconnectMs));
  return [
    ...lostChanges.map((one) => `FAIL: acknowledged change lost: ${one}`),
    ...(gapMs > longestGapMs ? [`FAIL: a connection was silent for ${gapMs.toFixed(0)} ms`] : []),
    ...(reconnectGapMs + slowest > longestWaitMs ? ['FAIL: audio came back too late'] : []),
    ...(connections === listeners * (1 + engineKills)
      ? []
      : [`FAIL: ${connections} connections after ${engineKills} kills of the engine`]),
  ];
};
try {
  const heard = values.calls ? `${callsAtOnce} calls` : `${listeners} listeners on ${product.streamUrl}`;
  const beside = values.portals ? 'two portals behind HAProxy' : heard;
  console.log(pair ? 'The primary database is killed once.' : `${rounds} random kills, seed ${seed}, ${beside}`);
  const failures = await chaos();
  for (const line of failures) console.log(line);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await product.stop();
  pair?.stop();
}
