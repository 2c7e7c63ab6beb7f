import { parseArgs } from 'node:util';
import { killAtRandom, type Kill, type KillReport } from '../../e2e/kill-at-random.ts';
import { startProduct } from '../../e2e/product.ts';

/*
 * `npm run chaos [-- --kills 100 --seed 1 --listeners 8]`: starts the product on ports and data of its own, and kills its
 * engine, its portal and its database at random while people listen and change things. Ends with 1 where somebody heard
 * more silence than a player bridges, or something acknowledged was lost.
 */
const longestGapMs = 60;
const longestWaitMs = 10_000;
const mostKills = 1000;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    listeners: { type: 'string', default: '8' },
  },
});
const [rounds, seed, listeners] = [Number(values.kills), Number(values.seed), Number(values.listeners)];
if (![rounds, seed, listeners].every((one) => Number.isInteger(one) && one > 0) || rounds > mostKills)
  throw new Error(`--kills, --seed and --listeners are whole numbers above 0, --kills at most ${mostKills}.`);

const product = await startProduct();
try {
  console.log(`${rounds} kills at random, seed ${seed}, ${listeners} listeners of ${product.streamUrl}`);
  let count = 0;
  const report = await killAtRandom(product, { seed, rounds, listeners }, ({ part, backMs }) => {
    console.log(`${String(++count).padStart(4)} ${part.padEnd(9)} all calls answer after ${backMs.toFixed(0)} ms`);
  });
  console.log(`\n${tableOf(report)}`);
  const wrong = wrongIn(report);
  for (const line of wrong) console.log(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await product.stop();
}

function tableOf({ kills, waitedMs, gapMs, forgotten }: KillReport): string {
  const rows = (['engine', 'portal', 'postgres'] as const).map((part) => {
    const of = kills.filter((kill) => kill.part === part);
    return `| ${part} | ${of.length} | ${worst(of, 'soundAgainMs')} | ${worst(of, 'backMs')} |`;
  });
  return [
    '| killed | times | connected again after at most, ms | all calls answer after at most, ms |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Silence at the beginning of a new connection ${waitedMs.toFixed(0)} ms at most, within one ${gapMs.toFixed(0)} ms; ${forgotten.length} of ${kills.length} changes lost.`,
  ].join('\n');
}

function worst(kills: readonly Kill[], figure: 'soundAgainMs' | 'backMs'): string {
  return kills.length === 0 ? '–' : Math.max(...kills.map((kill) => kill[figure])).toFixed(0);
}

function wrongIn({ kills, connections, waitedMs, gapMs, forgotten }: KillReport): string[] {
  const deaths = kills.filter(({ part }) => part === 'engine').length;
  const slowest = Math.max(...kills.map(({ soundAgainMs }) => soundAgainMs));
  return [
    ...forgotten.map((one) => `WRONG: acknowledged and lost: ${one}`),
    ...(gapMs > longestGapMs ? [`WRONG: a connection was silent for ${gapMs.toFixed(0)} ms`] : []),
    ...(waitedMs + slowest > longestWaitMs ? ['WRONG: sound came back too late'] : []),
    ...(connections === listeners * (1 + deaths)
      ? []
      : [`WRONG: ${connections} connections for ${deaths} deaths of the engine`]),
  ];
}
