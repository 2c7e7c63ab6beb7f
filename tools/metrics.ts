import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { podcastMetrics } from '#contract/metrics-podcasts.ts';
import { definitionChanges, metrics, type Metric } from '#contract/metrics.ts';

/* `node tools/metrics.ts` writes docs/metrics.md from contract/metrics.ts. `--check` changes nothing and fails where it is old. */

const path = join(import.meta.dirname, '../docs/metrics.md');

const head = `# What the numbers mean

Made by \`npm run metrics\` from \`contract/metrics.ts\`, where the screens take their definitions from as well.

## How it is counted

The streaming engine writes a slice of every session at each quarter of an hour and at the session's end: who (a keyed
hash), where, with what, from when to when, how many bytes. Slices are kept as they came, in \`slices\`, and added up as
they arrive, into \`minute_sums\`, \`quarter_sums\`, \`day_sums\` and \`audience_hours\` (of an hour, UTC,
by country, city, device, player, system, output, website, and by the length of sessions that ended), for the whole portal
into \`portal_minute_sums\`, \`portal_hour_sums\` and \`portal_audience_sums\`. Every screen, mail and file asks the same functions (\`server/domains/analytics/stats.service.ts\`); who
is listening while it is asked counts with what they have heard so far, out of the engine's memory.

- **Time.** A station's numbers are in its time zone, those of several in the zone of the first, an account's in that of
  its oldest station, the portal's in UTC. The zone stands on the screen. Days begin with the local day, on days on which
  clocks change too; a slice belongs to the quarter of an hour in which it began, and never reaches over its end.
- **Sums.** Sessions, listening time, connected and disconnected of stations add up to those of the account, and those of
  accounts to the portal's; so do the parts of an audience. Unique listeners don't add up: one who hears two stations, or
  listens on two days, is one. Peaks don't either: stations have theirs at different minutes.
- **Estimates.** Unique listeners of a report of up to 200,000 sessions (with the period it is compared with) are counted
  by ClickHouse's \`uniq\`: up to 65,536 exactly, above that by a sample of 65,536 hashes, whose standard error is
  1 ÷ √65,536 = 0.4 %. Larger reports take theirs, all of them alike, from \`uniqCombined\` of 13 bits (1.04 ÷ √8,192 =
  1.15 %), parts of the audience of 12 (1.6 %). By the minute they are counted from the slices, as long as these are kept;
  of older minutes each session counts as a listener of its own. Everything else is counted.
- **Parts of the audience** are read from hours (UTC), and in time zones that are apart from it by no whole hours, at the
  period's two ends, from the slices themselves. Where those are no longer kept, such an end is missing from the parts of
  the audience; totals and slots are whole.
- **Days that are over** are counted once, an hour after their end, and cached (\`cached_counts\`, \`cached_listeners\`,
  \`cached_audience\`) for each station and for the stations of each account, in their time zones; they are counted again
  where something comes late.
- **Privacy.** No address is kept. A listener is a hash of address (of IPv6 its network of 64 bits) and user agent, under
  a key that is a new one each year and is destroyed a month after the year is over. Sessions and spots are kept for as
  many days as the portal's settings say (400 unless changed; at least 92), then removed every night; the sums, which say
  nothing of anybody, stay.
`;

const row = ([id, { label, definition, formula, source, error }]: [string, Metric]): string =>
  `| \`${id}\` | ${[`**${label}.** ${definition}`, formula, source, error ?? 'exact'].map(cell).join(' | ')} |`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (found: [string, Metric][]): string =>
  ['| id | meaning | formula | source | error |', '|---|---|---|---|---|', ...found.map(row)].join('\n');

/** The document: how it is counted, every number, and the days on which a number changed its meaning. */
export const metricsText = (): string => {
  const all = Object.entries(metrics) as [string, Metric][];
  const changes = definitionChanges.map(({ date, metric, text }) => `- **${date}**, ${metrics[metric].label}: ${text}`);
  const isPodcast = ([id]: [string, Metric]): boolean => id in podcastMetrics;
  return [
    head,
    `## Listening\n\n${table(all.filter((one) => !isPodcast(one)))}\n`,
    `## Podcasts\n\n${table(all.filter(isPodcast))}\n`,
    `## Days on which a number changed its meaning\n\nCharts mark them.\n\n${changes.join('\n')}\n`,
  ].join('\n');
};

const main = async (): Promise<void> => {
  const text = (await format(path, metricsText())).code;
  if (!process.argv.includes('--check')) return await writeFile(path, text);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  process.stderr.write('docs/metrics.md is old: run `npm run metrics`.\n');
  process.exitCode = 1;
};

if (import.meta.main) await main();
