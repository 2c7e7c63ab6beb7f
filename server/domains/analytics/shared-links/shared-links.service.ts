import type { StatsReply } from '#contract/api/analytics.ts';
import {
  daysOf,
  frequenciesOf,
  problemOf,
  rangeBetween,
  rangeOf,
  todayIn,
  type Range,
} from '#contract/rules/analytics-period.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { SharedLink, SharedReport, SharedView } from '#contract/api/shared-links.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Secrets } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { stationsNamed, stationsOf } from '../analytics.repo.ts';
import { statsOf, type StatsDeps } from '../stats.service.ts';
import {
  countValid,
  insertLink,
  linksOf,
  recordOpened,
  revokeLink,
  validLink,
  type LinkPlace,
  type LinkRow,
} from './shared-links.repo.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

type Deps = Pick<Kernel, 'db' | 'clock' | 'secrets'>;
type NewLink = { name: string; days: number; view: SharedView };

/** The links of an account with its stations', or of a station. */
export const listLinks = async (deps: Deps, place: LinkPlace): Promise<SharedLink[]> =>
  await Promise.all((await linksOf(deps.db, place)).map((row) => present(deps, row)));

/**
 * Creates a link that shows this view for some days. Refuses with `analytics.period` where its dates are no period, and
 * with `link.limit`.
 */
export const createLink = async (deps: Deps, place: LinkPlace, who: Person, link: NewLink): Promise<SharedLink> => {
  const now = deps.clock.now();
  if (link.view.period === 'custom') {
    // In the time zone of the station today may have begun already.
    const tomorrow = todayIn(new Date(now.getTime() + dayMs), 'UTC');
    const problem = problemOf(link.view.from ?? '', link.view.to ?? '', tomorrow);
    if (problem !== undefined) refuse('analytics.period', { reason: problem });
  }
  const { name, view, days } = link;
  return await deps.db.transaction().execute(async (tx) => {
    if ((await countValid(tx, place, now)) >= limits.sharedLinks) refuse('link.limit', { max: limits.sharedLinks });
    const expires = new Date(now.getTime() + days * dayMs);
    const id = await insertLink(tx, place, { name, view, created_by: who.id, created: now, expires });
    return await present(deps, (await linksOf(tx, place, id))[0] ?? refuse('link.notFound'));
  });
};

/** Revokes a link of this place: its page is gone at once. */
export const revoke = async (deps: Deps, place: LinkPlace, id: string): Promise<undefined> => {
  if ((await linksOf(deps.db, place, id)).length === 0) refuse('link.notFound');
  await revokeLink(deps.db, id, deps.clock.now());
};

const stateOf = ({ revoked, expires }: LinkRow, now: Date): SharedLink['state'] =>
  revoked !== null ? 'revoked' : expires <= now ? 'expired' : 'active';

const present = async ({ secrets, clock }: Deps, row: LinkRow): Promise<SharedLink> => {
  const { id, name, title, view, by, opened } = row;
  const state = stateOf(row, clock.now());
  return {
    ...{ id, name, title, view, by, opened, state },
    path: state === 'active' ? `/shared/${await linkToken(secrets, id)}` : null,
    created: row.created.toISOString(),
    expires: row.expires.toISOString(),
    last_opened: row.last_opened?.toISOString() ?? null,
  };
};

/** Records that a link is opened; every token that does not open one, for whatever reason, is refused with `link.gone`. */
export const openLink = async (deps: Deps, token: string): Promise<LinkRow> => {
  const now = deps.clock.now();
  const id = await verifyLinkToken(deps.secrets, token);
  const link = (id === undefined ? undefined : await validLink(deps.db, id, now)) ?? refuse('link.gone');
  await recordOpened(deps.db, link.id, now);
  return link;
};

/**
 * What a link shows: the statistics of its account or station for its period and filters, and nothing that is asked for
 * otherwise.
 */
export const reportOf = async (deps: StatsDeps, link: LinkRow): Promise<SharedReport> => {
  const now = deps.clock.now();
  const { stations, zone } = await subjectOf(deps, link);
  const { period, from = '', to = '', by, compare, ...filter } = link.view;
  const days = period === 'custom' ? rangeBetween(from, to) : rangeOf(period, now, zone);
  const frequency = by !== undefined && frequenciesOf(days).includes(by) ? by : days.frequency;
  const include = ['audience' as const, 'leaving' as const, ...(compare ? (['previous'] as const) : [])];
  const several = link.station_key === null ? (['stations'] as const) : [];
  const read = async (range: Range, parts: Parameters<typeof statsOf>[4]['include']): Promise<StatsReply> =>
    await statsOf(deps, stations, zone, range.type, { ...range, ...filter, include: parts });
  const count = daysOf(days);
  const [stats, hours] = await Promise.all([
    read({ ...days, frequency }, [...include, ...several]),
    count >= 7 && count <= 93 ? read({ ...days, frequency: 'hour' }, []) : null,
  ]);
  return {
    title: link.title,
    name: link.name,
    expires: link.expires.toISOString(),
    view: link.view,
    stats,
    hours,
  };
};

/** As the statistics of the same account or station: an account's include its deleted stations. */
const subjectOf = async (
  { db }: Pick<Kernel, 'db'>,
  { account_key, station_key }: LinkRow,
): Promise<{ stations: StationKey[]; zone: string }> => {
  const found = station_key !== null ? await stationsNamed(db, [station_key]) : await stationsOf(db, account_key!);
  return { stations: found.map(({ key }) => key), zone: knownZone(found[0]?.zone ?? 'UTC') };
};

/**
 * The secret of a link: its ID and our signature. Nothing of it is stored, so the database alone opens no link, and
 * everyone who may manage a link can copy it again.
 */
const linkToken = async (secrets: Secrets, id: string): Promise<string> => `${id}.${await sign(secrets, id)}`;

/** The ID in a token; undefined if we did not sign it. */
const verifyLinkToken = async (secrets: Secrets, token: string): Promise<string | undefined> => {
  const [id = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const [expected, actual] = [Buffer.from(await sign(secrets, id)), Buffer.from(signature)];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined;
};

const sign = async (secrets: Secrets, id: string): Promise<string> =>
  createHmac('sha256', await secrets.get('shared-links'))
    .update(`analytics ${id}`)
    .digest('base64url');
