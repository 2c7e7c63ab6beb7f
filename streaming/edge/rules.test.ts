import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRules, type ListenerRules } from '#contract/rules/listener-rules.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { readConfig } from '#streaming/config.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createAdmission } from './admission.ts';
import { createCountries, type Countries } from './countries.ts';
import { createEdge, type Edge } from './edge.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { listenStrictly, type StrictListener } from './testing/strict-listener.ts';
import { createSyntheticStation, type SyntheticStation } from './testing/synthetic-station.ts';
import { noJournal } from './testing/no-journal.ts';

const { geo } = readConfig({ ENGINE_TOKEN: 'a token for tests only' });
const fail = (error: unknown): never => {
  throw error;
};
/** IP addresses with a country in the databases. */
const [american, german, germanV6] = ['8.8.8.8', '85.214.132.117', '2a00:1450:4001:80b::200e'];

describe('listener rules', () => {
  let bus: Bus;
  let edge: Edge;
  let router: ConnectionRouter;
  let sessions: Sessions;
  let station: SyntheticStation;
  let countries: Countries;
  const open: StrictListener[] = [];

  beforeEach(async () => {
    bus = createBus(fail);
    sessions = createSessions({ journal: noJournal, append() {}, hasSlice: () => false });
    const trust = createTrust(['127.0.0.1']);
    countries = createCountries(geo, fail);
    edge = createEdge({ bus, sessions, trust, changed() {}, countries });
    router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
    station = createSyntheticStation(bus, { hls: true });
    for (let n = 0; n < 100; n++) station.emit(18);
  });
  afterEach(async () => {
    open.splice(0).forEach((listener) => listener.close());
    await router.stop();
    sessions.stop();
    edge.stop();
  });

  const from = async (ip: string, path = '/tone'): Promise<StrictListener> => {
    const listener = await listenStrictly({ port: router.port, path, headers: { 'X-Forwarded-For': ip } });
    open.push(listener);
    return listener;
  };
  const status = async (ip: string, path?: string): Promise<string> =>
    (await from(ip, path)).reply.status.replace('HTTP/1.0 ', '');
  const text = async (ip: string, path?: string): Promise<string> => {
    const listener = await from(ip, path);
    await listener.ended;
    return listener.audio().toString();
  };
  const rule = (rules: Partial<ListenerRules>): void => station.change({ rules: { ...openRules, ...rules } });
  const index = '/hls/tone/index.m3u8';
  const live = '/hls/tone/live.m3u8';

  it('apply by country to the stream and to HLS, from the first request on', async () => {
    rule({ country_mode: 'only', countries: ['DE'] });
    expect(await Promise.all([american, german, germanV6].map((ip) => status(ip)))).toEqual([
      '403 Forbidden',
      '200 OK',
      '200 OK',
    ]);
    expect(await text(american)).toBe('This station is not available in your country.\n');
    expect(await status(american, index)).toBe('403 Forbidden');
    expect(await status(`::ffff:${american}`)).toBe('403 Forbidden');
    expect(await status(german, index)).toBe('200 OK');
    expect(await status('10.0.0.1')).toBe('403 Forbidden');
    rule({ country_mode: 'except', countries: ['DE'] });
    expect(await Promise.all([american, german, '10.0.0.1'].map((ip) => status(ip)))).toEqual([
      '200 OK',
      '403 Forbidden',
      '200 OK',
    ]);
  });

  it('disconnect only listeners who are barred by a change', async () => {
    const [one, other, mapped] = [await from('192.0.2.1'), await from('192.0.2.2'), await from('::ffff:192.0.2.3')];
    expect(await status('192.0.2.1', live)).toBe('200 OK');
    expect(edge.listeners(station.head.station)).toBe(4);
    rule({ blocked_networks: ['192.0.2.1', '192.0.2.3'] });
    await Promise.all([one.ended, mapped.ended]);
    expect(edge.listeners(station.head.station)).toBe(1);
    const received = other.audio().length;
    station.emit(18);
    await other.receive(received + 18 * 400);
    expect(await text('192.0.2.1')).toBe('This station is not available from your IP address.\n');
    expect(await status('192.0.2.1', index)).toBe('403 Forbidden');
    rule({});
    expect(await status('192.0.2.1')).toBe('200 OK');
  });

  it('disconnect listeners of a barred country once the databases are loaded', async () => {
    const [one, other] = [await from(american), await from(german)];
    rule({ country_mode: 'except', countries: ['US'] });
    await one.ended;
    const received = other.audio().length;
    station.emit(18);
    await other.receive(received + 18 * 400);
  });

  it('limit listeners per IP address, or per IPv6 network, for streams and HLS together', async () => {
    station.change({ max_per_address: 2 });
    expect(await status('192.0.2.1')).toBe('200 OK');
    expect(await status('192.0.2.1', live)).toBe('200 OK');
    expect(await status('192.0.2.1')).toBe('503 Service Unavailable');
    expect(await text('192.0.2.1')).toBe('This station has reached its listener limit for your IP address.\n');
    expect(await status('192.0.2.1', index)).toBe('200 OK');
    expect(await status('192.0.2.2')).toBe('200 OK');
    expect(await status('2001:db8::1')).toBe('200 OK');
    const second = await from('2001:db8::2');
    expect(await status('2001:db8::3')).toBe('503 Service Unavailable');
    expect(await status('2001:db8:0:1::3')).toBe('200 OK');
    second.close();
    await expect.poll(() => status('2001:db8::3')).toBe('200 OK');
  });

  it('keep HLS segments out of shared caches when access is restricted', async () => {
    const [name] = /^\d+-\d+\.mp3$/m.exec(await text(german, live))!;
    const caching = async (path: string) => (await from(german, path)).reply.headers.get('cache-control');
    expect(await caching(`/hls/tone/${name}`)).toBe('public, max-age=86400, immutable');
    rule({ country_mode: 'only', countries: ['DE'] });
    expect(await caching(`/hls/tone/${name}`)).toBe('private, max-age=60, immutable');
    expect(await caching(live)).toBe('private, no-store');
  });

  it('are evaluated by country and with 2,000 networks, far from a scan of all', async () => {
    await countries.open();
    const many = (first: number): string[] =>
      Array.from({ length: 1000 }, (_, n) => `${first}.${n >> 4}.${n & 15}.0/24`);
    station.change({
      rules: {
        ...openRules,
        country_mode: 'only',
        countries: ['DE'],
        allowed_networks: many(11),
        blocked_networks: many(12),
      },
    });
    const admission = createAdmission(countries);
    const ips = Array.from({ length: 5000 }, (_, n) => `${20 + (n % 200)}.${n % 256}.${(n * 7) % 256}.9`);
    for (const ip of ips) admission.decide(station.head, ip);
    const round = (): number => {
      const began = process.threadCpuUsage();
      for (const ip of ips) admission.decide(station.head, ip);
      return process.threadCpuUsage(began).user / ips.length;
    };
    expect(Math.min(...Array.from({ length: 12 }, round))).toBeLessThan(100);
  });
});
