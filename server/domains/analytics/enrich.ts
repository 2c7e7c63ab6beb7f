import type {
  AdReasonsEvent,
  BreakEvent,
  EngineEvent,
  PlayEvent,
  SliceEvent,
  SourceEvent,
  SpotEvent,
} from '#contract/engine/engine.ts';
import type { CampaignKey, TrackKey } from '#contract/rules/keys.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListeners } from '#server/platform/address-hash.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import { tabSeparated } from '#server/platform/clickhouse/tab-separated.ts';
import { dayMs } from '#contract/rules/time.ts';
import { type RecordedCall, recordedCall } from './calls/record-calls.service.ts';
import { chunksWithYield } from './batch-chunks.ts';
import { priceColumns, unknownPrice, type HeardImpression, type SpotPrice } from './revenue-tables.service.ts';
import { cutQuartile } from './spot-tables.ts';
import type { KnownTrack, LookupTracks } from './royalty/royalty.repo.ts';

export type EnrichDeps = {
  geo: GeoEngine;
  agents: AgentEngine;
  secrets: Secrets;
  /** Looks up track details to store with plays, in case the track is deleted later. Without it, none are stored. */
  lookupTracks?: LookupTracks;
  /** The prices of impressions, to store with them. Without it, they have none until the back-fill. */
  priceSpots?: (heard: readonly HeardImpression[]) => Promise<SpotPrice[]>;
};

/** The recorded tables with their columns, in the order in which rows are written. */
export const recordedColumns: Record<RecordedTable, [string, ...string[]]> = {
  slices: [
    'engine',
    ...['session', 'n', 'station', 'account', 'bytes', 'output', 'started', 'since', 'until', 'first', 'last'],
    ...['address', 'embed', 'site', 'country', 'region', 'city', 'device', 'player', 'os', 'referer'],
  ],
  plays: [
    'engine',
    ...['station', 'account', 'at', 'source', 'track', 'title', 'artist', 'album', 'why', 'skipped'],
    ...['isrc', 'label', 'lasts'],
  ],
  sources: ['engine', 'station', 'account', 'at', 'event', 'reason', 'user_agent', 'source', 'url'],
  spots: [
    'engine',
    ...['station', 'account', 'at', 'campaign', 'session', 'quartile', 'output'],
    ...['spot', 'lease', 'break_id', 'slot', 'kind'],
    ...['country', 'region', 'city', 'device', 'player', 'os', 'referer'],
    ...priceColumns,
  ],
  breaks: ['engine', ...['station', 'account', 'at', 'id', 'kind', 'ms', 'listeners', 'with_spot']],
  ad_reasons: ['engine', ...['station', 'account', 'at', 'campaign', 'reason', 'n']],
};
export const recordedTables = ['slices', 'plays', 'sources', 'spots', 'breaks', 'ad_reasons'] as const;
export type RecordedTable = (typeof recordedTables)[number];

/** A batch as rows: TabSeparated chunks by table, the days (UTC) they belong to, and calls. */
export type Rows = { tables: Record<RecordedTable, Buffer[]>; days: string[]; calls: RecordedCall[] };

const longestText = 500;

/** Turns a batch into rows: adds listeners' location and player, and replaces IP addresses by hashes. */
export const enrichBatch = async (deps: EnrichDeps, engine: string, events: readonly EngineEvent[]): Promise<Rows> => {
  const rows: Rows = {
    tables: { slices: [], plays: [], sources: [], spots: [], breaks: [], ad_reasons: [] },
    days: [],
    calls: [],
  };
  const known = (await deps.lookupTracks?.(events.flatMap(tracksOf))) ?? new Map<string, KnownTrack>();
  const days = new Set<number>();
  for await (const some of chunksWithYield(events)) {
    const of = {
      slices: await sliceLines(deps, engine, some.filter(is('slice'))),
      plays: some.filter(is('play')).map((play) => playLine(engine, play, known)),
      sources: some.filter(is('source')).map((source) => sourceLine(engine, source)),
      spots: await spotLines(deps, engine, some.filter(is('spot'))),
      breaks: some.filter(is('break')).map((made) => breakLine(engine, made)),
      ad_reasons: some.filter(is('ad-reasons')).flatMap((sent) => reasonLines(engine, sent)),
    };
    for (const table of recordedTables)
      if (of[table].length > 0) rows.tables[table].push(Buffer.from(of[table].join('')));
    rows.calls.push(...some.filter(is('call')).map(recordedCall));
    for (const at of some.flatMap(touchedBy)) days.add(Math.floor(at / dayMs));
  }
  return { ...rows, days: Array.from(days, (day) => clickhouseTime(day * dayMs).slice(0, 10)) };
};

const tracksOf = (event: EngineEvent): TrackKey[] => (event.type === 'play' && event.track ? [event.track] : []);

const is =
  <T extends EngineEvent['type']>(type: T) =>
  (event: EngineEvent): event is Extract<EngineEvent, { type: T }> =>
    event.type === type;

const sliceLines = async (deps: EnrichDeps, engine: string, slices: readonly SliceEvent[]): Promise<string[]> => {
  const parts = await partsOf(deps, slices);
  const addresses = await hashListeners(deps.secrets, slices);
  return slices.map((slice, i) => {
    const {
      session,
      n,
      station,
      account,
      bytes,
      output,
      started,
      from,
      to,
      first,
      last,
      embed = '',
      site = '',
    } = slice;
    const times = [
      clickhouseTime(started),
      clickhouseTime(from),
      clickhouseTime(Math.max(from, to)),
      Number(first),
      Number(last),
    ];
    const by = [addresses[i]!, embed, site];
    const own = tabSeparated([engine, session, n, station, account, bytes, output, ...times, ...by]);
    return `${own}\t${parts[i]!}\n`;
  });
};

/** Where listeners are, and what they listen with. */
const partsOf = async (deps: EnrichDeps, heard: readonly (SliceEvent | SpotEvent)[]): Promise<string[]> => {
  const places = await deps.geo.pinpointAll(heard.map(({ ip }) => ip));
  return heard.map(({ user_agent, referer }, i) => {
    const { country, region, city } = places[i]!;
    const { device, player, os } = deps.agents.identify(user_agent);
    return tabSeparated([country, region, city, device, player, os, referer.slice(0, longestText)]);
  });
};

const spotLines = async (deps: EnrichDeps, engine: string, spots: readonly SpotEvent[]): Promise<string[]> => {
  const parts = await partsOf(deps, spots);
  const prices = await pricesOf(deps, spots);
  return spots.map(({ station, account, at, campaign, session, quartile, output, cut, ...of }, i) => {
    const { spot = '', lease = '', break_id = '', slot = 0, kind = '' } = of;
    const progress = cut ? cutQuartile : quartile;
    const own = [engine, station, account, clickhouseTime(at), campaign, session, progress, output];
    const price = tabSeparated(priceColumns.map((name) => prices[i]![name]));
    return `${tabSeparated([...own, spot, lease, break_id, slot, kind])}\t${parts[i]!}\t${price}\n`;
  });
};

const pricesOf = async ({ priceSpots }: EnrichDeps, spots: readonly SpotEvent[]): Promise<SpotPrice[]> => {
  if (spots.length === 0 || !priceSpots) return spots.map(() => unknownPrice);
  return await priceSpots(
    spots.map(({ account, at, campaign }) => ({ account, at, campaign: campaign as CampaignKey })),
  );
};

const breakLine = (engine: string, { station, account, at, id, kind, ms, listeners, withSpot }: BreakEvent): string =>
  `${tabSeparated([engine, station, account, clickhouseTime(at), id, kind, Math.round(ms), listeners, withSpot])}\n`;

const reasonLines = (engine: string, { station, account, at, reasons }: AdReasonsEvent): string[] =>
  reasons.map(
    ({ campaign, reason, count }) =>
      `${tabSeparated([engine, station, account, clickhouseTime(at), campaign, reason, count])}\n`,
  );

const playLine = (engine: string, play: PlayEvent, known: ReadonlyMap<string, KnownTrack>): string => {
  const { station, account, at, source, title, artist, album, why = '', skipped = '' } = play;
  const track = play.track ?? '';
  const { isrc, label, lasts } = known.get(track) ?? { isrc: '', label: '', lasts: 0 };
  const fields = [source, track, title, artist, album, why, skipped.slice(0, longestText)];
  return `${tabSeparated([engine, station, account, clickhouseTime(at), ...fields, isrc, label, lasts])}\n`;
};

const sourceLine = (engine: string, sent: SourceEvent): string => {
  const { station, account, at, event, reason, user_agent, source = 'live', source_url = '' } = sent;
  const fields = [event, reason, user_agent, source, source_url.slice(0, longestText)];
  return `${tabSeparated([engine, station, account, clickhouseTime(at), ...fields])}\n`;
};

/** The times whose days an event affects; a play may continue into the next day. */
const touchedBy = (event: EngineEvent): number[] => {
  if (event.type === 'slice') return [event.from, Math.max(event.from, event.to)];
  if (event.type === 'play') return [event.at, event.at + dayMs];
  return event.type === 'spot' ? [event.at] : [];
};
