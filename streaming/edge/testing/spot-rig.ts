import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { EngineEvent, SpotEvent, StreamFormat } from '#contract/engine/engine.ts';
import type { AdPlan, PlannedCampaign, Spot } from '#contract/engine/engine-ads.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import { renditionOf } from '#streaming/ads/spot-files.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createEdge } from '#streaming/edge/edge.ts';
import { createEdgeAds } from '#streaming/edge/edge-ads.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import type { OnAir, StationHead } from '#streaming/bus/batch.ts';
import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { nextOnAir } from '#streaming/hls/on-air.ts';
import { openConnectionRouter } from '#streaming/listen/connection-router.ts';
import { noJournal } from './no-journal.ts';

export const station = 's-1111111111111111111111';
const account = 'a-1111111111111111111111';
const lease = '00000000-0000-4000-8000-00000000000a';
const framesPerBatch = 17;
/** Listeners' addresses, by country. */
export const [germany, france, greece] = ['192.0.2.49', '192.0.2.33', '192.0.2.1'] as const;
export type SpotRig = Awaited<ReturnType<typeof startSpotRig>>;

/** A spot in one format, as the portal renders it, written below `folder`. */
export const writeSpot = (folder: string, number: number, data: Buffer, format: StreamFormat): Spot => {
  const id = `00000000-0000-4000-8000-00000000000${number}`;
  const path = `spot-${number}`;
  writeFileSync(join(folder, path), data);
  const { offsets, ms } = renditionOf(data, format);
  const sha256 = createHash('sha256').update(data).digest('hex');
  return {
    id,
    files: [{ format, path, sha256, bytes: data.length, frames: offsets.length, duration: Math.round(ms * 1000) }],
  };
};

/** A campaign with one spot, for listeners of one country. */
export const plannedCampaign = (
  advertiser: string,
  country: string,
  spot: Spot,
  own: Partial<PlannedCampaign> = {},
): PlannedCampaign => ({
  key: `c-${advertiser.padEnd(22, '1')}` as PlannedCampaign['key'],
  account: account as PlannedCampaign['account'],
  advertiser,
  category: 'other',
  priority: 3,
  attempts: [{ rules: [{ targets: [{ type: 'location', path: country }], isNegated: false }], spot: spot.id }],
  positions: ['pre', 'mid'],
  schedule: null,
  limits: { perListener: [], perSession: null, minutesBetween: null },
  link: 'https://acme.example',
  pace: [],
  tightness: 0,
  until: Date.now() + 3_600_000,
  ...own,
});

export const planOf = (spots: Spot[], campaigns: PlannedCampaign[]): AdPlan => ({
  revision: 1,
  spots,
  campaigns,
  stations: [
    {
      ...{ key: station as AdPlan['stations'][0]['key'], timezone: 'UTC', language: 'en', category: 1 },
      breaks: { ...defaultBreakRules, preRoll: { enabled: false, maxSeconds: 30 } },
      campaigns: campaigns.map(({ key }) => key),
      withheld: [],
    },
  ],
});

/** An edge with one station whose audio is published as fast as asked for; countries are the last octet's. */
export const startSpotRig = async (
  format: StreamFormat,
  lent = 1000,
  own: Pick<StationHead, 'outputs'> & { hls?: boolean } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'spots-'));
  const events: EngineEvent[] = [];
  const bus = createBus((error) => {
    throw error;
  });
  const sessions = createSessions({ journal: noJournal, append: () => {}, hasSlice: () => false });
  const trust = createTrust(['127.0.0.1']);
  const countries = {
    countryOf: () => '',
    placeOf: (ip: string) => [ip.endsWith('.49') ? 'DE' : ip.endsWith('.33') ? 'FR' : 'GR'],
    open: async () => {},
    isOpen: () => true,
  };
  let left = lent;
  const ads = createEdgeAds({
    ...{ bus, countries, media: mediaBelow(folder), sessions: (key) => edge.sessions(key), chosen: () => {} },
    listeners: (key) => edge.listeners(key),
    append: (some) => void events.push(...some),
    request(wants) {
      const grants = Object.entries(wants).map(([campaign, count]) => ({
        ...{ lease, campaign, until: Date.now() + 3_600_000 },
        count: Math.min(count, left),
      }));
      for (const { count } of grants) left -= count;
      ads.grant(grants);
    },
    failed(error) {
      throw error;
    },
  });
  const converters = own.outputs && createConverters('/usr/bin/ffmpeg', 2);
  const edge = createEdge({ bus, sessions, trust, changed() {}, ads, apps: ads, ...(converters && { converters }) });
  const router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
  const head = {
    ...{ station, account, mount: 'tone', name: 'Tone', description: '', genre: '', website: '', public: true },
    ...{ running: true, reason: '', format, burst_ms: 1000, max_listeners: null, max_per_address: null, hls: false },
    ...own,
  };
  let onAir: OnAir | undefined;
  const goOnAir = (): void => {
    if (own.hls) onAir = nextOnAir(0, Date.now(), onAir && { ...onAir, next: onAir.segment + 100 });
    bus.publish({ type: 'head', head: { ...head, on_air: onAir } as StationHead });
  };
  goOnAir();
  bus.publish({ type: 'title', station, number: 0, title: 'Song', url: '' });
  const listenerAt = (ip: string) => edge.sessions(station).find(({ session }) => session.ip === ip)!;
  const listeners: StrictListener[] = [];
  let seq = 0;
  let at = 0;

  return {
    ads,
    folder,
    bus,
    edge,
    port: router.port,
    latest: edge.latest,
    events,
    /** The session of the listener at this address. */
    sessionOf: (ip: string): string => listenerAt(ip).session.session,
    listenerAt,
    spots: () => events.filter((event): event is SpotEvent => event.type === 'spot'),
    /** µs of audio sent. */
    at: () => at,
    /** As after a restart of the engine. */
    restartClock() {
      at = 0;
      goOnAir();
    },
    play(frames: readonly ParsedFrame[]) {
      for (let from = 0; from < frames.length; from += framesPerBatch) {
        const some = frames.slice(from, from + framesPerBatch);
        const data = Buffer.concat(some.map(({ buffer, start, end }) => buffer.subarray(start, end)));
        let bytes = 0;
        const offsets = some.map(({ start, end }) => (bytes += end - start) - (end - start));
        const duration = Math.round((some.reduce((sum, { samples }) => sum + samples, 0) * 1e6) / format.sample_rate);
        bus.publish({ type: 'batch', batch: { station, seq: seq++, at, duration, offsets, data, title: 0 } });
        at += duration;
      }
    },
    async listen(ip: string, headers: Record<string, string> = {}, path = '/tone') {
      const listener = await listenStrictly({
        ...{ port: router.port, path, headers: { ...headers, 'X-Forwarded-For': ip } },
      });
      listeners.push(listener);
      return listener;
    },
    async close() {
      for (const listener of listeners) listener.close();
      await router.stop();
      sessions.stop();
      edge.stop();
      ads.stop();
      await converters?.stop();
      rmSync(folder, { recursive: true });
    },
  };
};
