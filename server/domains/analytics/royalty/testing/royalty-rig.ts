import type { EngineEvent, PlayEvent, SliceEvent, SourceEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal } from '#server/testing/portal.ts';
import { slicesOf, testSpool } from '#server/domains/analytics/testing/listening.ts';
import { store } from '../../spool-consumer.ts';
import { trackLookup } from '#server/domains/analytics/royalty/royalty.repo.ts';

/* Test plays and listeners: a station's morning that can be counted by hand. */

const minute = 60_000;
export const american = '8.8.8.8';
export const german = '91.0.0.1';
/** The day of the plays; the clock stands at 13:40. */
export const today = { from_date: '2026-11-21', to_date: '2026-11-21' };
const now = Date.UTC(2026, 10, 21, 13, 40);
/** Minutes after noon, UTC. */
const at = (minutes: number): number => Date.UTC(2026, 10, 21, 12) + minutes * minute;

type Named = { title: string; artist: string; album?: string; isrc?: string; label?: string };

/** A portal whose clock stands at 13:40, with ClickHouse and a spool; close it in `afterAll`. */
export const royaltyRig = async () => {
  const [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  const portal = await testPortal({ config, clock: { now: () => new Date(now) } });
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  let batches = 0;
  return {
    portal,
    spool,
    async record(...events: EngineEvent[]): Promise<void> {
      const deps = { ...parts, secrets: portal.kernel.secrets, lookupTracks: trackLookup(portal.kernel.db) };
      await store(deps, { engine: 'e', batch: ++batches, events });
    },
    async trackOf(station: StationKey, named: Named): Promise<TrackKey> {
      const key = await portal.make.track(station);
      const values = { ...named, duration_ms: 20 * minute };
      await portal.kernel.db.updateTable('tracks').set(values).where('key', '=', key).execute();
      return key;
    },
    async close(): Promise<void> {
      await portal.close();
      spool.close();
      await clickhouse.drop();
    },
  };
};
export type RoyaltyRig = Awaited<ReturnType<typeof royaltyRig>>;

/** Events at stations of an account. */
export const stationEvents = (account: AccountKey) => ({
  played: (station: StationKey, minutes: number, given: Partial<PlayEvent>): PlayEvent => ({
    ...{ type: 'play', station, account, at: at(minutes), source: 'autodj', why: 'order', track: null },
    ...{ title: '', artist: '', album: '' },
    ...given,
  }),
  lost: (station: StationKey, minutes: number, source: SourceEvent['source']): SourceEvent => ({
    ...{ type: 'source', station, account, at: at(minutes), event: 'lost', reason: 'gone', source },
    ...{ ip: '', user_agent: '' },
  }),
  heard: (station: StationKey, from: number, to: number, ip = american, more = {}): SliceEvent[] =>
    slicesOf({ station, account, from: at(from), to: at(to), ip, ...more }),
});

/**
 * From 12:00: “Dawn”, “Ebb” at 12:10, a jingle at 12:20, an encoder's title at 12:21 that is lost at 12:30; two
 * listeners.
 */
export const golden = async ({ portal, record, trackOf }: RoyaltyRig, account: AccountKey) => {
  const { played, lost, heard } = stationEvents(account);
  const station = await portal.make.station(account, { name: 'Harbour Radio' });
  const dawn = await trackOf(station, { title: 'Dawn', artist: 'Ada', album: 'Days', isrc: 'USRC17607839' });
  const ebb = await trackOf(station, { title: 'Ebb', artist: 'Bea', album: 'Tides', label: 'Quay' });
  const jingle = await trackOf(station, { title: 'You are listening', artist: '' });
  const named = { artist: 'old', title: 'old', album: 'old' };
  await record(
    played(station, 0, { track: dawn, ...named }),
    played(station, 10, { track: ebb, ...named }),
    played(station, 20, { track: jingle, why: 'jingle', ...named }),
    played(station, 21, { source: 'live', artist: 'Cleo', title: 'Foam' }),
    // Encoders repeat titles; a track that the Auto DJ could not read was not played.
    played(station, 24, { source: 'live', artist: 'Cleo', title: 'Foam' }),
    played(station, 25, { track: dawn, skipped: 'unreadable' }),
    lost(station, 30, 'live'),
    ...heard(station, -30, 5), // Dawn, 5 min
    ...heard(station, 8, 22, german), // Dawn 2 min, Ebb 10, the jingle, Foam 1
    ...heard(station, 20, 20), // nothing: zero length
    ...heard(station, 31, 60), // nothing: after the encoder was lost
  );
  return { station, dawn, ebb };
};
