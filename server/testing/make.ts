import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type {
  AccountKey,
  CampaignKey,
  EpisodeKey,
  PlayerKey,
  PodcastKey,
  StationKey,
  TrackKey,
} from '#contract/rules/keys.ts';
import { stationDefaults } from '#contract/rules/limits.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Creates the database rows that a test starts from; what a test is about is created by the API. */
export const makers = (db: Db) => ({
  /** On trial by default, like a new account. */
  async account(
    given: { company?: string; suspended?: boolean; deleted?: boolean; plan?: PlanId } = {},
  ): Promise<AccountKey> {
    const key = newKey('account');
    const plan = given.plan ?? 'trial';
    await db
      .insertInto('accounts')
      .values({
        key,
        company: given.company ?? `Company ${randomLetters(6)}`,
        email: 'office@example.com',
        suspended_at: given.suspended ? new Date() : null,
        deleted_at: given.deleted ? new Date() : null,
      })
      .execute();
    if (plan === 'none' || given.deleted) return key;
    await db
      .insertInto('subscriptions')
      .values({ account_key: key, plan, status: plan === 'trial' ? 'trialing' : 'active' })
      .execute();
    return key;
  },

  /** Marks an account as deleted once everything in it exists: a running product purges it from then on. */
  async deleteAccount(account: AccountKey): Promise<void> {
    await db.updateTable('accounts').set({ deleted_at: new Date() }).where('key', '=', account).execute();
  },

  async station(
    account: AccountKey,
    given: { name?: string; suspended?: boolean; deleted?: boolean; running?: boolean } = {},
  ): Promise<StationKey> {
    const key = newKey('station');
    const mount = `mount${randomLetters(8).toLowerCase()}`;
    await db
      .insertInto('stations')
      .values({
        key,
        account_key: account,
        name: given.name ?? `Station ${mount}`,
        streamname: mount,
        pretty_url: mount,
        station_service_type: stationDefaults.station_service_type,
        activation_status: stationDefaults.activation_status,
        bitrate: stationDefaults.bitrate,
        sample_rate: stationDefaults.sample_rate,
        burst: stationDefaults.burst,
        settings: JSON.stringify(settings),
        source_password: randomLetters(16),
        running: given.running ?? true,
        suspended_at: given.suspended ? new Date() : null,
        deleted_at: given.deleted ? new Date() : null,
      })
      .execute();
    await db.insertInto('autodj').values({ station_key: key }).execute();
    return key;
  },

  async track(station: StationKey, given: { title?: string } = {}): Promise<TrackKey> {
    const key = newKey('track');
    const title = given.title ?? `Title ${randomLetters(6)}`;
    const original = `originals/${key}`;
    await db
      .insertInto('tracks')
      .values({ key, station_key: station, title, filename: `${title}.mp3`, original, sha256: '', state: 'ready' })
      .execute();
    return key;
  },

  /** A welcome prompt whose files don't exist. */
  async prompt(station: StationKey): Promise<void> {
    const revision = sql<number>`nextval('welcome_prompt_revisions')`;
    await db
      .insertInto('welcome_prompts')
      .values({
        ...{ station_key: station, revision, name: 'hello.mp3', ms: 5000, cut: false },
        ...{ uploaded: new Date('2026-11-21T12:00:00Z'), uploaded_by: null },
      })
      .execute();
  },

  /** A podcast of an account, or of one of its stations. */
  async podcast(
    account: AccountKey,
    given: { station?: StationKey; title?: string; published?: boolean; language?: string } = {},
  ): Promise<PodcastKey> {
    const key = newKey('podcast');
    await db
      .insertInto('podcasts')
      .values({
        key,
        account_key: account,
        station_key: given.station ?? null,
        title: given.title ?? `Podcast ${randomLetters(6)}`,
        categories: JSON.stringify(['Music']),
        pretty_url: `podcast-${randomLetters(10).toLowerCase()}`,
        published: given.published ?? true,
        ...(given.language !== undefined && { language: given.language }),
        guid: randomUUID(),
      })
      .execute();
    return key;
  },

  /** An episode without audio; a draft unless it is published. */
  async episode(podcast: PodcastKey, given: { title?: string; published?: Date } = {}): Promise<EpisodeKey> {
    const key = newKey('episode');
    await db
      .insertInto('episodes')
      .values({
        key,
        podcast_key: podcast,
        title: given.title ?? `Episode ${randomLetters(6)}`,
        published: given.published !== undefined,
        publish_date: given.published ?? null,
        guid: randomUUID(),
      })
      .execute();
    return key;
  },

  /** A campaign without audio, a draft of a hundred thousand impressions. */
  async campaign(account: AccountKey, given: { name?: string } = {}): Promise<CampaignKey> {
    const key = newKey('campaign');
    await db
      .insertInto('campaigns')
      .values({
        ...{ key, account_key: account, name: given.name ?? `Campaign ${randomLetters(6)}`, category: 'other' },
        ...{ impression_limit: 100_000, start_date: '2026-01-01', end_date: '2098-12-31', timezone: 'UTC' },
        ...{ rate_limiting: JSON.stringify(rateLimiting), positions: ['pre', 'mid'] },
        ...{ price_micros: 400, currency: 'USD' },
      })
      .execute();
    await db.insertInto('campaign_attempts').values({ campaign_key: key, ord: 1, rules: '[]' }).execute();
    return key;
  },

  /** A player that an account made. */
  async player(account: AccountKey, stations: StationKey[], given: { name?: string } = {}): Promise<PlayerKey> {
    const key = newKey('player');
    const name = given.name ?? `Player ${randomLetters(6)}`;
    await db.insertInto('players').values({ key, account_key: account, station_key: null, name }).execute();
    await db
      .insertInto('player_stations')
      .values(stations.map((station_key, position) => ({ player_key: key, station_key, position })))
      .execute();
    return key;
  },

  /** An ad server of an account, switched off. */
  async adProvider(account: AccountKey): Promise<string> {
    const id = randomUUID();
    const tag = { tag_url: 'https://ads.example/vast', consent: 'outsideEurope' as const };
    await db
      .insertInto('ad_providers')
      .values({ id, account_key: account, name: randomLetters(10), ...tag })
      .execute();
    return id;
  },

  /** A user of the test issuer; `admin` makes a portal administrator. */
  async person(issuer: string, given: { admin?: boolean; email?: string } = {}): Promise<TestPerson> {
    const subject = randomUUID();
    const email = given.email ?? `${randomLetters(10).toLowerCase()}@example.com`;
    const { id } = await db
      .insertInto('users')
      .values({
        issuer,
        subject,
        email,
        email_verified: true,
        first_name: 'Test',
        last_name: 'Person',
        portal_admin: given.admin ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, subject, email };
  },

  async accountMember(account: AccountKey, person: TestPerson, role: 'owner' | 'admin'): Promise<void> {
    await db.insertInto('account_members').values({ account_key: account, user_id: person.id, role }).execute();
  },

  async stationMember(station: StationKey, person: TestPerson, role: 'owner' | 'admin' | 'staff'): Promise<void> {
    await db.insertInto('station_members').values({ station_key: station, user_id: person.id, role }).execute();
  },
});

export type TestPerson = { id: string; subject: string; email: string };

const rateLimiting = { pacing: 'even', perListener: [], perSession: null, perDay: null, minutesBetween: null };

const settings = {
  mix_offset: stationDefaults.mix_offset,
  mix_speed: stationDefaults.mix_speed,
  project_type: stationDefaults.project_type,
  mp4: false,
  allow_secure: false,
  interrupt_master: false,
  call_in_allowed: false,
  studio_allowed: false,
  metadata: '',
  relay_url: '',
  fingerprint_category: 0,
  failover_settings: [],
};
