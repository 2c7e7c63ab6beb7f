import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus } from '#streaming/bus/bus-client.ts';
import { serveBus } from '#streaming/bus/bus-server.ts';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createEdge } from './edge.ts';
import { createSessions } from './sessions.ts';
import { createStationSupply } from './station-supply.ts';
import { openHlsPlayer, type HlsPlayer } from './testing/hls-player.ts';
import { noJournal } from './testing/no-journal.ts';
import { encoded, framesOf, spotOf } from './testing/spot-audio.ts';
import {
  germany,
  greece,
  plannedCampaign,
  planOf,
  startSpotRig,
  station,
  writeSpot,
  type SpotRig,
} from './testing/spot-rig.ts';

const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const token = 'a token for tests only';
const ends: (() => unknown)[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }));
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

/** An edge elsewhere, which gets the rig's sound over HTTP/2 once someone listens. */
const startOtherEdge = async (rig: SpotRig): Promise<{ port: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'hls-edges-'));
  const tls = makeCertificate(folder);
  const server = await serveBus({
    ...{ bus: rig.bus, recent: rig.latest, path: join(folder, 'bus.sock'), received() {}, closed() {} },
    remote: { port: 0, host: '127.0.0.1', tls, token },
  });
  const bus = createBus();
  const supply = createStationSupply({
    want: (stations) => client.want(stations),
    rested: () => {},
    listeners: () => 1,
  });
  const client = connectBus({
    path: { url: `https://127.0.0.1:${String(server.port)}`, token, ca: tls.cert },
    ...{ bus, connected() {}, received() {}, arrived: supply.arrived },
  });
  const trust = createTrust(['127.0.0.1']);
  const sessions = createSessions({ journal: noJournal, append() {}, hasSlice: () => false });
  const edge = createEdge({ bus, supply, sessions, trust, changed() {} });
  const router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
  ends.push(async () => {
    client.stop();
    await router.stop();
    for (const part of [sessions, supply, edge]) part.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  return router;
};
const playerAt = async (port: number, ip: string = greece): Promise<HlsPlayer> => {
  let player: HlsPlayer | undefined;
  const open = async (): Promise<boolean> =>
    (player = await openHlsPlayer(port, ip).catch(() => undefined)) !== undefined;
  await expect.poll(open).toBe(true);
  return player!;
};
const hashesOf = async (player: HlsPlayer, names: readonly string[]): Promise<string[]> => {
  const hashes: string[] = [];
  for (const name of names) {
    const reply = await player.request(name);
    expect(reply.status, name).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    hashes.push(
      createHash('sha256')
        .update(Buffer.from(await reply.arrayBuffer()))
        .digest('hex'),
    );
  }
  return hashes;
};
/** A rig with a spot for Germany, and what plays so many seconds of a tone. */
const start = async () => {
  const rig = await startSpotRig(format, 1000, { hls: true });
  ends.push(rig.close);
  const spot = writeSpot(rig.folder, 1, await spotOf(1300, 8, 'mp3'), format);
  rig.ads.setPlan(planOf([spot], [plannedCampaign('Acme', 'DE', spot)]));
  await rig.ads.loaded();
  const programme = framesOf(await encoded('sine=440:d=75', 'mp3', ['-b:a', '128k', '-reservoir', '0']), 'mp3');
  let next = 0;
  const play = (seconds: number): void => {
    const count = Math.round((seconds * 44_100) / 1152);
    vi.advanceTimersByTime(seconds * 1000);
    rig.play(programme.slice(next, (next += count)));
  };
  return { rig, play };
};

it('serves the same segments under the same names at an edge that joins later, over a break and a restart', async () => {
  const { rig, play } = await start();
  play(13);
  const [german, here] = [await playerAt(rig.port, germany), await playerAt(rig.port)];
  for (const player of [german, here]) await player.poll();
  const other = await startOtherEdge(rig);
  const there = await playerAt(other.port);
  /** Waits until the other edge lists the same. */
  const compare = async (): Promise<string[]> => {
    const names = await here.list();
    await expect.poll(there.list).toEqual(names);
    expect(await hashesOf(there, names)).toEqual(await hashesOf(here, names));
    const dates = async (player: HlsPlayer): Promise<string> =>
      (await (await player.request('live.m3u8')).text()).replaceAll(/^live.*$/gm, '');
    expect(await dates(there)).toBe(await dates(here));
    return names;
  };
  expect(await compare()).toHaveLength(4);

  rig.ads.refill();
  rig.bus.publish({ type: 'break', station, id: 'b', at: rig.at(), ms: 20_000, kind: 'hand' });
  play(4);
  rig.bus.publish({ type: 'title', station, number: 1, title: 'Another song', url: '' });
  play(4);
  rig.bus.publish({ type: 'resume', station, id: 'b', at: rig.at() });
  play(5.5);
  await german.poll();
  const names = await compare();
  expect(names).toHaveLength(6);
  // A lane is its edge's.
  const lane = german.names().find((name) => name.split('.').length === 3)!;
  const reply = await german.request(lane);
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=60, immutable']);
  expect((await there.request(lane)).status).toBe(404);

  rig.restartClock();
  play(5);
  const restarted = await compare();
  expect(restarted).toHaveLength(2);
  const [first] = restarted as [string];
  expect(Number.parseInt(first)).toBeGreaterThan(Number.parseInt(names.at(-1)!));
  expect((await there.request(names.at(-1)!)).status).toBe(200);
});

it('plays without a gap where each request is another edge’s', async () => {
  const { rig, play } = await start();
  play(13);
  const other = await startOtherEdge(rig);
  const ports = [rig.port, other.port];
  await (await playerAt(other.port)).list();
  const player = await playerAt(rig.port);
  let requests = 0;
  const polled = async (): Promise<number> => {
    await player.poll(() => player.reconnect(ports[(requests += 1) % 2]!));
    return player.names().length;
  };
  const listed = await polled();
  for (let n = 1; n <= 8; n++) {
    play(6);
    await expect.poll(polled).toBe(listed + n);
  }
  const numbers = player.names().map((name) => Number.parseInt(name));
  expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at));
  const heard = await detectTones(player.audio(), 'mp3', [440, 1300]);
  expect(sequence(heard)).toEqual([440]);
  expect(longestGap(heard)).toBeLessThanOrEqual(30);
  expect(player.audio().length / (128_000 / 8)).toBeGreaterThan(54);
});

it('waits a moment for a segment that another edge may list already', async () => {
  const { rig, play } = await start();
  play(13);
  const player = await playerAt(rig.port);
  const newest = (await player.list()).at(-1)!;
  const next = newest.replace(/^\d+/, (number) => String(Number(number) + 1));
  let status = 0;
  const waiting = player.request(next).then((reply) => (status = reply.status));
  // Another request is answered meanwhile.
  await player.list();
  expect(status).toBe(0);
  play(6);
  await waiting;
  expect(status).toBe(200);
  const afterThat = next.replace(/^\d+/, (number) => String(Number(number) + 3));
  expect((await player.request(afterThat)).status).toBe(404);
});
