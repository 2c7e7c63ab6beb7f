import type { AirControl } from '#contract/engine/engine-air.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playout } from '#contract/api/playout.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import type { StationLive } from '#contract/api/session.ts';
import { defaultSongRequestSettings, songRequests, type SongRequestSettings } from '#contract/api/song-requests.ts';
import type { TestClient } from '#server/testing/client.ts';
import { stateOf, testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/** A portal and an engine for tests of song requests; each station has three songs, a jingle, and a clock of all. */
export const requestStage = async () => {
  const engine: TestEngine = await testEngine('control');
  let now = new Date('2026-11-27T12:00:00Z');
  const config = { engineUrl: engine.url, engineToken: 'control' };
  const portal: TestPortal = await testPortal({ clock: { now: () => now }, config });
  portal.engine.start();
  const account: AccountKey = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const owner = await portal.as(person);
  const visitor = await portal.as(undefined);
  const { db } = portal.kernel;

  const song = async (station: StationKey, title: string, artist: string): Promise<TrackKey> => {
    const key = await portal.make.track(station, { title });
    await db.updateTable('tracks').set({ artist }).where('key', '=', key).execute();
    const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
    const file = { path: `renditions/${key}.mp3`, size: 1, duration_ms: 1500 };
    await db
      .insertInto('renditions')
      .values({ track_key: key, ...format, ...file })
      .execute();
    return key;
  };
  /** A station whose Auto DJ is on the air, which takes requests as these settings say. */
  const station = async (settings: Partial<SongRequestSettings> = {}) => {
    const key = await portal.make.station(account);
    const { streamname: mount, pretty_url } = await db
      .selectFrom('stations')
      .select(['streamname', 'pretty_url'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const tide = await song(key, 'Tide', 'Nova');
    const other = await song(key, 'Harbour', 'Nova');
    const deep = await song(key, 'Deep Blue', 'Ada');
    const jingle = await song(key, 'Nova FM', 'Jingles');
    for (const trackId of [tide, other]) await owner.ok(playout.addTrack, { params: { key, trackId } });
    await owner.ok(playoutRules.addJingles, { params: { key }, body: { tracks: [jingle] } });
    await set(key, settings);
    await portal.engine.deliver(key, 5000);
    onAir(key);
    return { key, mount, pretty_url, tide, other, deep, jingle };
  };
  const set = (key: StationKey, settings: Partial<SongRequestSettings>) =>
    owner.ok(songRequests.setSettings, {
      params: { key },
      body: { ...defaultSongRequestSettings, enabled: true, artist_minutes: 0, ...settings },
    });
  const onAir = (key: StationKey, source: StationLive['source'] = 'autodj'): void =>
    portal.live.publish({
      ...{ key, status: 'active', source, encoder: null, title: '', track: null, track_started: null, listeners: 0 },
    });
  /** What the engine says about its queue. */
  const report = (key: StationKey, air: Partial<AirControl>): void => {
    const nothing = { queue: [], playing: null, started: [], stop: null, barred_until: null };
    engine.tell({ ...stateOf(engine.stations.get(key)!), source: 'autodj', air: { ...nothing, ...air } });
  };
  return {
    ...{ engine, portal, owner, visitor, account, station, set, onAir, report },
    /** A request of a listener, who differs by `agent`. */
    request: (mount: string, track: TrackKey, written: { name?: string; message?: string } = {}, agent = 'one') =>
      visitor.call(
        songRequests.request,
        { params: { mount }, fields: { track, name: '', message: '', ...written } },
        { 'user-agent': agent },
      ),
    listed: async (key: StationKey) => (await owner.ok(songRequests.list, { params: { key } })).requests,
    later: (ms: number) => void (now = new Date(now.getTime() + ms)),
    now: () => now,
    close: async () => {
      await portal.close();
      await engine.leave();
    },
  };
};

export type RequestStage = Awaited<ReturnType<typeof requestStage>>;

/** The code of a refusal. */
export const codeOf = ({ json }: Awaited<ReturnType<TestClient['call']>>): string => json.error.code;
