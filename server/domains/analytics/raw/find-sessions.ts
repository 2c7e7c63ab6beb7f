import type { AudienceFilter } from '#contract/api/audience-filter.ts';
import type { RawSort } from '#contract/api/raw-data.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { query, type Params } from '#server/platform/clickhouse/bind.ts';
import { emptyIfMissing, isLimitExceeded } from '#server/platform/clickhouse/query.ts';
import { countryName } from '#server/platform/country-name.ts';
import { filterOf } from '../questions/scope.ts';
import { openRawSlices, sliceColumns, sliceWithin, type RawSlice } from './raw-slices.ts';
import { summed, type Preview } from './preview-sessions.ts';
import { sessionPresenter, type RowsDeps } from './raw-rows.ts';
import type { RawRange } from './raw-sessions.ts';

/** What sessions are looked for, and in which order. */
export type SessionSearch = AudienceFilter & {
  search?: string | undefined;
  only?: 'listening' | 'ended' | undefined;
  sort?: RawSort | undefined;
};

/** Whether a request looks for certain sessions or another order than the newest first. */
export const isSearch = ({ search = '', only, sort, ...filter }: SessionSearch): boolean =>
  search !== '' || only !== undefined || sort !== undefined || filterOf(filter) !== undefined;

/**
 * A page of the sessions of a period that match, in the given order. Reads all slices of the period, unlike the newest
 * sessions. Refuses with `analytics.tooMuch`, and with `raw.liveFailed` where it can't be read.
 */
export const findSessions = async (
  deps: RowsDeps & Pick<Kernel, 'log'>,
  request: RawRange,
  search: SearchPage,
): Promise<Preview> => {
  try {
    const now = deps.clock.now().getTime();
    const open = await openRawSlices(deps, request.station, request, now);
    const found = await query<{ session: string; total: number }>(
      deps.clickhouse,
      pageOf(search, open),
      pageParams(request, search, open),
    ).catch(emptyIfMissing([]));
    const ids = found.map(({ session }) => session);
    const newest = ids.length === 0 ? [] : await newestSlices(deps, request, ids);
    const bySession = new Map([...newest, ...open.values()].map((slice) => [slice.session, slice]));
    const slices = ids.flatMap((session) => bySession.get(session) ?? []);
    const rows = await summed(deps.clickhouse, request, slices, open, Math.min(request.end, now));
    const order = new Map(ids.map((session, i) => [session, i]));
    rows.sort((one, other) => order.get(one.session)! - order.get(other.session)!);
    return {
      timezone: request.zone,
      entities: rows.map(sessionPresenter(request.zone)),
      total: found[0]?.total ?? 0,
    };
  } catch (error) {
    if (isLimitExceeded(error)) refuse('analytics.tooMuch');
    deps.log.warn({ err: error, station: request.station }, 'failed to search raw data');
    return refuse('raw.liveFailed');
  }
};

const newestSlices = async (deps: RowsDeps, { station, start, end }: RawRange, ids: readonly string[]) =>
  await query<RawSlice>(
    deps.clickhouse,
    `select ${sliceColumns}
    from slices
    where ${sliceWithin} and session in {ids:Array(String)}
    order by slices.until desc limit 1 by session`,
    { station, start, end, ids },
  ).catch(emptyIfMissing([]));

const texts = ['country', 'region', 'city', 'device', 'player', 'os', 'output', 'referer'] as const;

/** A search, and the page of its sessions. */
type SearchPage = SessionSearch & { limit: number; offset: number };

/** The sessions of one page with the number of all that match. */
const pageOf = (
  { limit: _limit, offset: _offset, search = '', only, sort, ...filter }: SearchPage,
  open: ReadonlyMap<string, RawSlice>,
): string => {
  const names = texts.map((name) => `toString(${name}) as ${name}`).join(', ');
  const openSessions = `union all
        select * from format(JSONCompactEachRow, '${openColumns}', {open:String})`;
  return `select session, toFloat64(count() over ()) as total
    from (
      select session, min(begun) as started, max(until_ms) as ended, sum(until_ms - since_ms) as listened,
        any(concat(city, country)) as place, any(device) as of_device, any(player) as of_player, max(is_open) as listening
      from (
        select session, toUnixTimestamp64Milli(slices.started) as begun, toUnixTimestamp64Milli(slices.since) as since_ms,
          toUnixTimestamp64Milli(slices.until) as until_ms, toUInt8(0) as is_open, ${names}
        from slices
        where ${sliceWithin}
        ${open.size === 0 ? '' : openSessions}
      )
      where ${filterOf(filter)?.sql ?? '1'} and ${search === '' ? '1' : containsSearch}
      group by session ${only === undefined ? '' : `having max(is_open) = ${only === 'listening' ? 1 : 0}`}
    )
    order by ${orderOf(sort)}, session
    limit {limit:UInt32} offset {offset:UInt32}`;
};

const pageParams = (
  { station, start, end }: RawRange,
  { limit, offset, search = '', only: _only, sort: _sort, ...filter }: SearchPage,
  open: ReadonlyMap<string, RawSlice>,
): Params => ({
  ...{ station, start, end, limit, offset, ...filterOf(filter)?.params },
  ...{ search, countries: ['?', ...countriesNamed(search)], open: openRows([...open.values()]) },
});

const orders = {
  started: 'started',
  ended: 'ended',
  seconds: 'listened',
  place: 'lower(place)',
  device: 'of_device',
  player: 'lower(of_player)',
} as const;

const orderOf = (sort: RawSort | undefined): string => {
  if (sort === undefined) return 'listening desc, ended desc';
  const isDescending = sort.startsWith('-');
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof orders;
  return `${orders[name]} ${isDescending ? 'desc' : 'asc'}`;
};

/** In any attribute of a session, or in the English name of its country. */
const containsSearch = `(positionCaseInsensitiveUTF8(concatWithSeparator(' ', ${texts.join(', ')}), {search:String}) > 0
        or country in {countries:Array(String)})`;

const countriesNamed = (search: string): string[] =>
  search === '' ? [] : allCountries().flatMap(([iso, name]) => (name.includes(search.toLowerCase()) ? [iso] : []));

let cache: (readonly [iso: string, name: string])[] | undefined;

const allCountries = (): (readonly [iso: string, name: string])[] => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  cache ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((iso) => [iso, countryName(iso).toLowerCase()] as const)
    .filter(([iso, name]) => name !== '' && name !== iso.toLowerCase());
  return cache;
};

const openColumns = `session String, begun Int64, since_ms Int64, until_ms Int64, is_open UInt8, ${texts
  .map((name) => `${name} String`)
  .join(', ')}`;

/** Open sessions as lines of these columns. */
const openRows = (open: readonly RawSlice[]): string =>
  open
    .map((one) => {
      const own = { ...one, os: one.system, referer: one.referrer };
      return JSON.stringify([one.session, one.started, one.since, one.until, 1, ...texts.map((name) => own[name])]);
    })
    .join('\n');
