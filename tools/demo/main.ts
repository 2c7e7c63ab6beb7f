import { parseArgs } from 'node:util';
import { createClient } from '@clickhouse/client';
import { brands } from '#brands/brands.ts';
import { brand as skywave } from '#brands/skywave/brand.ts';
import { readConfig, type Config } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { createApps, writeAppDay } from './apps.ts';
import { signInByForms } from './browser-sign-in.ts';
import { writeCallDay } from './calls.ts';
import { writeDay } from './listening.ts';
import { createCampaigns } from './create-campaigns.ts';
import { createStatements } from './create-statements.ts';
import { createLines } from './create-lines.ts';
import { createPlaylists } from './create-playlists.ts';
import { createPlayers } from './create-players.ts';
import { createSites } from './create-sites.ts';
import { createPresenters } from './create-presenters.ts';
import { createSubscriptions } from './create-subscriptions.ts';
import { assignPlans, createTeam } from './create-team.ts';
import { writeDownloads } from './downloads.ts';
import { createPortalContent } from './create-portal-content.ts';
import { createPodcasts, type CreatedPodcast } from './create-podcasts.ts';
import { demoAccounts, type DemoAccount } from './demo-accounts.ts';
import { shows, type DemoShow } from './shows.ts';
import { createStations, type CreatedStation } from './create-stations.ts';
import type { PortalClient } from './portal-client.ts';

const { small } = parseArgs({ options: { small: { type: 'boolean', default: false } } }).values;
const days = small ? 1 : 90;

/**
 * `npm run demo [-- --small]`: fills a running installation with accounts, users, stations, podcasts, ninety days of
 * listening and portal content; `--small` with one short track per station, one short episode per podcast and one
 * day.
 */
const runDemo = async (): Promise<void> => {
  const config = readConfig(process.env);
  const { adminEmail, adminPassword, publicUrl } = config;
  if (!adminEmail || !adminPassword)
    throw new Error('Set ADMIN_EMAIL and ADMIN_PASSWORD to those of a portal administrator of this installation.');
  const readiness = await fetch(`${publicUrl}/readyz`).catch(() => undefined);
  if (!readiness?.ok) throw new Error(`No answer from ${publicUrl}: run "npm start" first, and keep it running.`);
  const call = await signInByForms(publicUrl, adminEmail, adminPassword);
  const log = (line: string) => console.log(line);
  const staged = await createStations(call, small ? demoAccounts.map(withOneTrack) : demoAccounts, log);
  const podcasts = await createPodcasts(call, small ? shows.map(withOneEpisode) : shows, log);
  const brand = brands[config.brand] ?? skywave;
  const { flags } = brand;
  await createPortalContent(call, brand, log);
  const at = { url: publicUrl, databaseUrl: config.databaseUrl, password: adminPassword };
  if (config.embeddedIdentity) {
    await createTeam(call, at, log);
    const arePaid = flags.subscriptions && (await createSubscriptions(call, at, log));
    if (!arePaid) await assignPlans(call);
  } else log('No users created: this installation uses another sign-in service.');
  if (flags.appAnalytics) await createApps(call, staged);
  await createPlaylists(call, staged);
  await createPresenters(call, staged);
  await createLines(call, staged);
  if (flags.players) await createPlayers(call, staged);
  if (flags.microsite) await createSites(call, staged, log);
  await fillListening(config.clickhouseUrl, staged, podcasts);
  await fillAppsAndCalls(config, staged);
  if (flags.advertising) await fillCampaigns(call, config, staged);
  console.log(`\nDone. Open ${publicUrl} and look around.`);
};

const shortSeconds = 10;
const withOneTrack = (account: DemoAccount): DemoAccount => ({
  ...account,
  stations: account.stations.map((station) => ({
    ...station,
    pieces: station.pieces.slice(0, 1).map((piece) => ({ ...piece, seconds: shortSeconds })),
  })),
});
const withOneEpisode = (show: DemoShow): DemoShow => ({
  ...show,
  episodes: show.episodes.slice(0, 1).map((episode) => ({
    ...episode,
    seconds: shortSeconds,
    chapters: episode.chapters.filter(({ start }) => start < shortSeconds),
  })),
});

/** Inserts the listening and downloads of the last days, and of today so far. */
const fillListening = async (url: string, staged: CreatedStation[], podcasts: CreatedPodcast[]): Promise<void> => {
  const clickhouse = createClient({ url, clickhouse_settings: { async_insert: 0 } });
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  for (const at of staged) {
    const totals = { slices: 0, plays: 0 };
    for (let age = days; age >= 0; age--) {
      const { slices, plays } = await writeDay(clickhouse, at, today - age * 86_400_000, age);
      totals.slices += slices;
      totals.plays += plays;
    }
    const [slices, plays] = [totals.slices, totals.plays].map((count) => count.toLocaleString('en'));
    console.log(`${at.of.name}: ${String(days)} days of listening, ${slices ?? ''} slices and ${plays ?? ''} plays`);
  }
  for (const show of podcasts) {
    const downloads = await writeDownloads(clickhouse, show, days);
    console.log(`${show.of.title}: ${String(days)} days, ${downloads.toLocaleString('en')} downloads`);
  }
  await clickhouse.close();
};

/** Creates campaigns, inserts what was heard of them, and closes the months of what they earned. */
const fillCampaigns = async (call: PortalClient, config: Config, staged: CreatedStation[]): Promise<void> => {
  const clickhouse = createClient({ url: config.clickhouseUrl, clickhouse_settings: { async_insert: 0 } });
  const log = (line: string) => console.log(line);
  await createCampaigns(call, staged, { clickhouse, days, log });
  await createStatements(call, config, clickhouse, log);
  await clickhouse.close();
};

/** Inserts the listening in applications and by phone of the last days, and of today so far. */
const fillAppsAndCalls = async ({ clickhouseUrl, databaseUrl }: Config, staged: CreatedStation[]): Promise<void> => {
  const clickhouse = createClient({ url: clickhouseUrl, clickhouse_settings: { async_insert: 0 } });
  const { db } = connectDatabase(databaseUrl, 1);
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  for (const at of staged) {
    const totals = { sessions: 0, calls: 0 };
    for (let day = today - days * 86_400_000; day <= today; day += 86_400_000) {
      totals.sessions += await writeAppDay(clickhouse, at, day);
      totals.calls += await writeCallDay({ clickhouse, secrets: databaseSecrets(db) }, at, day);
    }
    const [sessions, calls] = [totals.sessions, totals.calls].map((count) => count.toLocaleString('en'));
    console.log(`${at.of.name}: ${sessions ?? ''} sessions in applications, ${calls ?? ''} calls`);
  }
  await clickhouse.close();
  await db.destroy();
};

try {
  await runDemo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
