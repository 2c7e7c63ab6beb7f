import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '#server/testing/free-port.ts';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { openEdgeStage, sessionsOf, type EdgeStage } from '#streaming/edge/testing/edge-stage.ts';
import { openHlsPlayer } from '#streaming/edge/testing/hls-player.ts';
import { faultsIn, listenToNumbers, type NumberedListener } from '#streaming/edge/testing/numbered-stream.ts';

const patience = { timeout: 30_000 };

let stage: EdgeStage;
const folders: string[] = [];
const listeners: NumberedListener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
  await stage.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const certificate = (): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-edge-'));
  folders.push(folder);
  makeCertificate(folder);
  return { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
};
const path = (at = 0): string => `/${stage.stations[at]!.mount}`;
/** Listens as soon as the station sends. */
const listen = async (
  own: { metadata?: boolean; tls?: boolean } = {},
  at = 0,
  query = '',
): Promise<NumberedListener> => {
  let listener: NumberedListener | undefined;
  await expect
    .poll(async () => {
      listener = await listenToNumbers({ port: stage.edgePort, path: path(at) + query, ...own }).catch(() => undefined);
      return listener !== undefined;
    }, patience)
    .toBe(true);
  listeners.push(listener!);
  return listener!;
};
const hearMore = async (heard: readonly NumberedListener[], frames: number): Promise<void> => {
  const until = heard.map((one) => one.frames + frames);
  await expect
    .poll(() => heard.every((one, at) => !one.isOpen || one.frames >= until[at]!), { timeout: 60_000 })
    .toBe(true);
};
const faults = (heard: readonly NumberedListener[]) =>
  heard
    .map(({ isOpen, lost, doubled, wrong }) => ({ isOpen, lost, doubled, wrong }))
    .filter((one) => !one.isOpen || one.lost + one.doubled + one.wrong > 0);

it(
  'an upgraded edge keeps its plain listeners, each with every byte, and counts them once',
  { timeout: 180_000 },
  async () => {
    const metricsPort = await freePort();
    stage = await openEdgeStage({
      stations: [{ burst_ms: 5000, hls: true }, { burst_ms: 500 }],
      edge: { ...certificate(), METRICS_PORT: String(metricsPort) },
    });
    await listen();
    await listen({}, 1);
    for (let count = 0; count < 48; count++) await listen({ metadata: count % 2 === 0 }, count % 3 === 0 ? 1 : 0);
    const returning = await listen({}, 0, '?s=player-key-1');
    const encrypted = await listen({ tls: true }, 0, '?s=player-key-2');
    let player: Awaited<ReturnType<typeof openHlsPlayer>> | undefined;
    await expect
      .poll(async () => {
        player ??= await openHlsPlayer(stage.edgePort, '127.0.0.1', 'hls.js', stage.stations[0]!.mount).catch(
          () => undefined,
        );
        return player !== undefined;
      }, patience)
      .toBe(true);
    await player!.poll();

    expect((await stage.upgrade()).msg).toBe('upgraded');
    await player!.poll();
    await hearMore(listeners, 40);
    // The connection that stayed with the former process is its last one.
    const over = stage.logged('a former process of the edge has ended');
    encrypted.close();
    listeners.splice(listeners.indexOf(encrypted), 1);
    await over;
    // Two players come back at the new one, each to its own session: one from the former process, one from here.
    await listen({ tls: true }, 0, '?s=player-key-2');
    returning.close();
    listeners.splice(listeners.indexOf(returning), 1);
    await listen({}, 0, '?s=player-key-1');

    expect((await stage.upgrade()).msg).toBe('upgraded');
    await hearMore(listeners, 40);
    await player!.poll();
    expect(await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text()).toContain(
      'skywave_edge_upgrades_total{result="done"} 2\n',
    );
    expect(faultsIn(player!.audio())).toEqual({ lost: 0, doubled: 0, wrong: 0 });
    expect(faults(listeners)).toEqual([]);
    expect(listeners.filter(({ titles }) => titles.length > 1)).toEqual([]);

    const received = listeners.map(({ bytes }) => bytes);
    for (const listener of listeners) listener.close();
    await expect
      .poll(async () => sessionsOf(await stage.slices()).filter(({ isWhole }) => isWhole).length, { timeout: 60_000 })
      .toBe(listeners.length + 1);
    const sessions = sessionsOf(await stage.slices());
    // 50 listeners, two who came back, and one of HLS.
    expect(sessions.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(sessions.filter(({ output }) => output === 'hls').length).toBe(1);
    const counted = sessions.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(counted).toBeGreaterThan(received.reduce((sum, bytes) => sum + bytes, 0));
  },
);

it('an edge without listeners is upgraded, one time after the other', { timeout: 120_000 }, async () => {
  stage = await openEdgeStage();
  for (let count = 0; count < 2; count++) {
    const over = stage.logged('a former process of the edge has ended');
    expect((await stage.upgrade()).msg).toBe('upgraded');
    await over;
  }
  await listen();
  await hearMore(listeners, 40);
  expect(faults(listeners)).toEqual([]);
});

it('an upgrade whose process does not start changes nothing', { timeout: 120_000 }, async () => {
  stage = await openEdgeStage();
  await listen({ metadata: true });
  await listen();
  // The folder of the second process cannot be made.
  const folder = join(stage.folder, 'edge', 'edge-0');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'process-2'), '');
  const { msg, reason } = await stage.upgrade();
  expect(msg).toContain('the upgrade failed');
  expect(reason).toContain('ended with 1');
  await listen();
  await hearMore(listeners, 40);
  expect(faults(listeners)).toEqual([]);

  rmSync(join(folder, 'process-2'));
  expect((await stage.upgrade()).msg).toBe('upgraded');
  await hearMore(listeners, 40);
  expect(faults(listeners)).toEqual([]);
});
