import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { failedJobs } from '#server/kernel/jobs/job-reports.ts';
import { subjectOf } from '#server/kernel/jobs/job-starts.ts';
import { givenUpReason } from '#server/kernel/jobs/work-once.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/*
 * For every kind of job: what users see of a job that killed its process twice. A new kind fails until it has an entry
 * here.
 */

const id = '11111111-1111-4111-8111-111111111111';
const past = new Date('2026-01-01T00:00:00Z');
let portal: TestPortal;
let at: { account: AccountKey; station: StationKey; podcast: PodcastKey; episode: EpisodeKey; person: TestPerson };
const kinds = new Set<string>();
const started: string[] = [];

beforeAll(async () => {
  portal = await testPortal({ config: { embeddedIdentity: true, websubHub: 'https://hub.example.com/' } });
  const { jobs } = portal.kernel;
  const { work, every } = jobs;
  jobs.work = async (name, options, handle) => {
    kinds.add(name);
    await work(name, options, async (data) => {
      started.push(`${name} ${JSON.stringify(data)}`);
      await handle(data);
    });
  };
  jobs.every = (name, cron, handle) => {
    kinds.add(name);
    timed.add(name);
    return every(name, cron, handle);
  };
  const { make } = portal;
  const account = await make.account({ plan: 'premier' });
  const [station, podcast, person] = [await make.station(account), await make.podcast(account), await make.person()];
  at = { account, station, podcast, person, episode: await make.episode(podcast) };
  for (const { rows } of Object.values(expectations)) await rows?.();
  for (const [name, { data }] of Object.entries(expectations)) await loseTwice(name, data);
  await portal.startJobs();
  for (const [name, { data }] of Object.entries(expectations)) await jobs.send(name, data);
}, 120_000);
afterAll(() => portal.close());

const timed = new Set<string>();

const loseTwice = async (name: string, data: Record<string, unknown>): Promise<void> => {
  for (const process of [-1, -2])
    await sql`insert into job_starts (job, subject, process) values (${name}, ${subjectOf(data)}, ${process})`.execute(
      db(),
    );
};

type Expectation = { data: Record<string, unknown>; rows?: () => Promise<unknown>; outcome?: () => Promise<unknown> };

const db = () => portal.kernel.db;
const code = 'media.abandoned';
const task = { progress: 0, status: 'PROCESSING' } as const;
const taskOf = (name: string) => ({ id: name, filename: 'a.mp3', ...task });

/** Without a URL the file was uploaded, so a start of the portal prepares it. */
const uploadTask = (name: string, url: string | null = null): Expectation => ({
  data: { task: name },
  rows: async () => {
    const track_key = await portal.make.track(at.station);
    await db().updateTable('tracks').set({ state: 'preparing', url }).where('key', '=', track_key).execute();
    await db()
      .insertInto('upload_tasks')
      .values({ ...taskOf(name), station_key: at.station, track_key })
      .execute();
  },
  outcome: async () =>
    expect(await db().selectFrom('upload_tasks').selectAll().where('id', '=', name).executeTakeFirst()).toMatchObject({
      status: 'ERROR',
      error_code: code,
    }),
});

/** `outcome`: what the waiting user sees; without it the portal's list of failed jobs shows the failure. */
const expectations: Record<string, Expectation> = {
  'mail.letter': { data: { letter: 1 } },
  'identity.letter': { data: { about: 'changed', to: 'a@example.com' } },
  'people.invitation': { data: { id } },
  'monitoring.letter': { data: { letter: id } },
  'monitoring.ask': { data: { recipient: id } },
  'reports.ask': { data: { recipient: id } },
  'referral.click': { data: { code: 'x' } },
  'referral.customer': { data: { user: id } },
  'billing.sync': { data: { customer: 'cus_gone' } },
  'billing.promoCodes': { data: { of: 'this test' } },
  'billing.compare': { data: { after: 'cus_zzz' } },
  'billing.catalog': { data: { of: 'this test' } },
  'billing.checkVat': { data: { account: 'a-gone' } },
  'sandbox.deliver': { data: { of: 'this test' } },
  'accounts.purge': { data: { account: 'a-gone' } },
  'accounts.forgetListening': { data: { stations: ['s-gone'] } },
  'podcastStats.forget': { data: { podcast: 'p-gone' } },
  'rawData.archive': { data: { station: 's-gone', month: '2026-01' } },
  'finance.mailInvoice': { data: { invoice: id } },
  'telephony.removeFiles': { data: { station: 's-gone', files: [] } },
  'campaigns.fetchProviderSpot': { data: { provider_id: id, account_key: 'a-gone', ad_id: 'gone' } },
  'campaigns.indexEpisodes': { data: { of: 'this test' } },
  'campaigns.indexEpisode': {
    data: { episode: 'e-indexed', audio: 'hash' },
    rows: () =>
      db()
        .insertInto('episodes')
        .values({
          ...{ key: 'e-indexed' as EpisodeKey, podcast_key: at.podcast, title: 'Indexed', guid: id },
          ...{ audio: 'episodes/audio/gone.mp3', audio_hash: 'hash', audio_size: 5 },
        })
        .execute(),
    outcome: async () =>
      expect(
        await db()
          .selectFrom('episode_indexes')
          .select(['audio_hash', 'frame_index'])
          .where('episode_key', '=', 'e-indexed' as EpisodeKey)
          .executeTakeFirst(),
      ).toEqual({ audio_hash: 'hash', frame_index: null }),
  },
  'prepare-station': { data: { station: 's-gone' } },
  'tag-episode': { data: { key: 'e-gone' } },
  'tell-feed-websub': { data: { key: 'p-gone' } },
  'prepare-track': uploadTask('track-task'),
  'fetch-track': uploadTask('fetch-task', 'http://127.0.0.1/a.mp3'),
  'prepare-episode': {
    data: { task: 'episode-task' },
    rows: () =>
      db()
        .insertInto('episode_tasks')
        .values({ ...taskOf('episode-task'), podcast_key: at.podcast, episode_key: at.episode })
        .execute(),
    outcome: async () => {
      const { upload_status, upload_error } = await db()
        .selectFrom('episodes')
        .selectAll()
        .where('key', '=', at.episode)
        .executeTakeFirstOrThrow();
      expect([upload_status, upload_error]).toEqual(['error', expect.stringContaining('stopped twice')]);
    },
  },
  'campaigns.render': {
    data: { creative: id },
    rows: () =>
      db()
        .insertInto('ad_creatives')
        .values({ id, account_key: at.account, filename: 'spot.mp3', original: 'spots/gone.mp3' })
        .execute(),
    outcome: async () =>
      expect(await db().selectFrom('ad_creatives').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
        state: 'failed',
      }),
  },
  'import-podcast': {
    data: { id: 'import' },
    rows: async () => {
      await db()
        .insertInto('podcast_imports')
        .values({ id: 'import', podcast_key: at.podcast, feed_url: 'https://example.com/feed' })
        .execute();
      const item = { import_id: 'import', title: 'One', item: '{}' };
      await db()
        .insertInto('podcast_import_items')
        .values({ ...item, position: 0, guid: 'one', state: 'fetching' })
        .execute();
    },
    outcome: async () =>
      expect(
        await db().selectFrom('podcast_import_items').selectAll().where('import_id', '=', 'import').executeTakeFirst(),
      ).toMatchObject({ state: 'failed', reason: expect.stringContaining('stopped twice') as string }),
  },
  'recording.take': {
    data: { id },
    rows: () =>
      db()
        .insertInto('recordings')
        .values({
          ...{ id, podcast_key: at.podcast, station_key: at.station, name: 'N', title: 'T', timezone: 'UTC' },
          ...{ publish: 'draft', begins: past, ends: past, state: 'taking', claimed_at: past },
        })
        .execute(),
    outcome: async () =>
      expect(await db().selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
        state: 'failed',
        reason: 'abandoned',
      }),
  },
  'rawData.report': {
    data: { report: id },
    rows: async () => {
      const user_id = at.person.id;
      const days = { from_date: '2026-01-01', to_date: '2026-01-02', timezone: 'UTC' };
      await db()
        .insertInto('raw_reports')
        .values({ id, station_key: at.station, user_id, kind: 'sessions', ...days })
        .execute();
    },
    outcome: async () =>
      expect(await db().selectFrom('raw_reports').select('state').where('id', '=', id).executeTakeFirst()).toEqual({
        state: 'failed',
      }),
  },
  'reports.send': {
    data: { sending: id },
    rows: async () => {
      const [schedule] = await db()
        .insertInto('report_schedules')
        .values({ account_key: at.account, every: 'week', weekday: 1, hour: 7, zone: 'UTC', next: past })
        .returning('id')
        .execute();
      const days = { from_date: '2026-01-01', to_date: '2026-01-02' };
      await db()
        .insertInto('report_mailings')
        .values({ id, schedule_id: schedule!.id, due: past, planned: past, on_request: false, queued: true, ...days })
        .execute();
    },
    outcome: async () =>
      expect(await db().selectFrom('report_mailings').select('reason').where('id', '=', id).executeTakeFirst()).toEqual(
        { reason: expect.stringContaining('stopped twice') as string },
      ),
  },
};

it('has an entry for every kind of job', () => {
  expect([...kinds].filter((name) => !timed.has(name)).toSorted()).toEqual(Object.keys(expectations).toSorted());
});

describe.each(Object.entries(expectations))('%s', (name, { data, outcome }) => {
  it('that killed its process twice fails with its reason and is not started', async () => {
    await expect
      .poll(async () => (await failedJobs(portal.kernel.db, 500)).jobs.find((job) => job.name === name)?.problem, {
        timeout: 60_000,
      })
      .toBe(givenUpReason);
    // A repeated job for a task finds that it has ended.
    if (outcome) await outcome();
    else expect(started).not.toContain(`${name} ${JSON.stringify(data)}`);
  }, 90_000);
});
