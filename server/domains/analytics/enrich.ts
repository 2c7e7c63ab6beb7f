import type { EngineEvent, PlayEvent, SliceEvent, SourceEvent, SpotEvent } from '#contract/engine.ts';
import type { TrackKey } from '#contract/keys.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { hashListener } from './address-hash.service.ts';
import type { KnownTrack, KnowsTracks } from './royalty/known-tracks.ts';
import { inTurns } from './in-turns.ts';

export type Enriching = {
  geo: GeoEngine;
  agents: AgentEngine;
  secrets: Secrets;
  /** What plays keep of their tracks, should those go; without it nothing. */
  knowsTracks?: KnowsTracks;
};
type Row = Record<string, string | number>;
/** What a batch becomes, by table. */
export type Rows = { slices: Row[]; plays: Row[]; sources: Row[]; spots: Row[] };

const longestText = 500;

/** The rows of a batch: listeners placed and named, their addresses hashed and left behind. */
export const rowsOf = async (deps: Enriching, engine: string, events: readonly EngineEvent[]): Promise<Rows> => {
  const rows: Rows = { slices: [], plays: [], sources: [], spots: [] };
  const known = (await deps.knowsTracks?.(events.flatMap(trackOf))) ?? new Map<string, KnownTrack>();
  for await (const some of inTurns(events)) for (const event of some) await addRow(deps, engine, event, rows);
  for (const row of rows.plays) Object.assign(row, known.get(String(row['track'])));
  return rows;
};

const trackOf = (event: EngineEvent): TrackKey[] => (event.type === 'play' && event.track ? [event.track] : []);

const addRow = async (deps: Enriching, engine: string, event: EngineEvent, rows: Rows): Promise<void> => {
  if (event.type === 'slice') rows.slices.push(await sliceRow(deps, engine, event));
  if (event.type === 'play') rows.plays.push(playRow(engine, event));
  if (event.type === 'source') rows.sources.push(sourceRow(engine, event));
  if (event.type === 'spot') rows.spots.push(await spotRow(deps, engine, event));
};

const sliceRow = async (deps: Enriching, engine: string, slice: SliceEvent): Promise<Row> => {
  const { session, n, station, account, bytes, output } = slice;
  return {
    ...{ engine, session, n, station, account, bytes, output },
    started: moment(slice.started),
    since: moment(slice.from),
    until: moment(Math.max(slice.from, slice.to)),
    first: Number(slice.first),
    last: Number(slice.last),
    address: await hashListener(deps.secrets, { ...slice, at: new Date(slice.from) }),
    ...(await partsOf(deps, slice)),
  };
};

/** Where a listener is, and what they hear with. */
const partsOf = async (deps: Enriching, { ip, user_agent, referer }: SliceEvent | SpotEvent): Promise<Row> => {
  const { country, region, city } = await deps.geo.locate(ip);
  return { country, region, city, ...deps.agents.identify(user_agent), referer: referer.slice(0, longestText) };
};

const spotRow = async (deps: Enriching, engine: string, spot: SpotEvent): Promise<Row> => {
  const { station, account, campaign, session, quartile, output } = spot;
  const at = moment(spot.at);
  return { engine, station, account, at, campaign, session, quartile, output, ...(await partsOf(deps, spot)) };
};

const playRow = (engine: string, play: PlayEvent): Row => {
  const { station, account, source, title, artist, album } = play;
  const at = moment(play.at);
  return { engine, station, account, at, source, track: play.track ?? '', title, artist, album, ...whyOf(play) };
};

const whyOf = ({ why = '', skipped = '' }: PlayEvent) => ({ why, skipped: skipped.slice(0, longestText) });

const sourceRow = (engine: string, event: SourceEvent): Row => {
  const { station, account, reason, user_agent, source = 'live' } = event;
  const url = (event.source_url ?? '').slice(0, longestText);
  return { engine, station, account, at: moment(event.at), event: event.event, reason, user_agent, source, url };
};

/** The days (UTC) of which these rows tell; a play may go on into the next one. */
export const daysOf = ({ slices, plays, spots }: Rows): string[] => {
  const dayAfter = (at: string): string =>
    new Date(Date.parse(`${at.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString();
  const moments = [
    ...slices.flatMap(({ since, until }) => [String(since), String(until)]),
    ...[...plays, ...spots].map(({ at }) => String(at)),
  ];
  const days = new Set(moments.map((at) => at.slice(0, 10)));
  for (const day of new Set(plays.map(({ at }) => dayAfter(String(at))))) days.add(day.slice(0, 10));
  return [...days];
};

/** Milliseconds since the epoch as ClickHouse reads a DateTime64 in UTC. */
export const moment = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
