import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { DesiredPresenter } from '#contract/engine/engine-presenters.ts';
import { studioCloses, studioMedia } from '#contract/engine/studio-wire.ts';
import { passwordMark } from '#shared/studio-token.ts';
import { detectTones, sequence, tone } from '../testing/audio.ts';
import { desiredStation, prepareTrack, startAirRig, studioSecret, type AirRig } from '../testing/air-rig.ts';
import { asMp3, hasSent, plays, sourceEvent, startEncoder } from '../testing/real-encoder.ts';
import { openStudio, pageOrigin, studioToken, type StudioPage } from '../testing/studio-page.ts';

/** Monday, 19:00 in Berlin. */
const monday = Date.parse('2026-11-30T18:00:00Z');
let rig: AirRig;
let pages: StudioPage[] = [];

beforeAll(async () => {
  rig = await startAirRig({ now: () => monday });
});
afterEach(() => {
  for (const page of pages) page.stop();
  pages = [];
});
afterAll(() => rig.close());

const onAir = (changes: Partial<StationDesired> = {}): StationDesired => {
  const station = desiredStation(changes);
  rig.stations.apply(station);
  return station;
};
const open = (...args: Parameters<typeof openStudio> extends [number, ...infer R] ? R : never): StudioPage => {
  const page = openStudio(rig.port, ...args);
  pages.push(page);
  return page;
};
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const presenter = (changes: Partial<DesiredPresenter> = {}): DesiredPresenter => ({
  ...{ id: randomUUID(), user: 'anna', name: 'Anna', picture: null, password_hash: hashOf('sesame') },
  ...{ disabled: false, windows: [], at_end: 'finish', grace_ms: 0, record: false, ...changes },
});
const tokenOf = (station: StationDesired, { id, name, password_hash }: DesiredPresenter): string =>
  studioToken(station, { name, presenter: id, password: passwordMark(studioSecret, password_hash) });

describe('a browser studio', () => {
  it.each(studioMedia)('takes over from the Auto DJ with its title, as %s', async (media) => {
    const track = await prepareTrack(rig.folder, 440, 60);
    const station = onAir({ autodj: { items: [track], shuffle: false, generation: 1 } });
    await rig.until(hasSent(rig, station, 1500), 'the Auto DJ plays');
    const before = rig.batches.length;
    const page = open(station, studioToken(station), { media, title: 'Hello' });
    await page.connected;
    const onAirAt = rig.waitForSource(station.key, 'live');
    await page.play(1000);
    await onAirAt;
    await rig.until(hasSent(rig, station, 1500), 'the studio plays');
    page.send({ type: 'title', title: 'Sine - Tone\n1000' });
    await rig.until(() => rig.stations.state(station.key)?.title === 'Sine - Tone 1000', 'its title is shown');
    expect(rig.stations.state(station.key)!.encoder).toMatchObject({
      ...{ adapted: true, advice: null, presenter: null },
      user_agent: expect.stringContaining('Studio (Anna Berg)') as string,
    });
    await expect.poll(() => page.air).toMatchObject({ live: true, title: 'Sine - Tone 1000' });
    expect(sequence(await detectTones(rig.audio(station.key, before), 'mp3', [440, 1000]))).toEqual([440, 1000]);
  });

  it('gives way when it is disconnected, and may come back', async () => {
    const station = onAir();
    const page = open(station, studioToken(station));
    await page.connected;
    await page.play(1000);
    await rig.until(plays(rig, station, 'live'), 'the studio plays');
    rig.commands(station.key)!.bar({ bar_ms: 0 });
    expect(await page.closed).toEqual({ code: studioCloses.dropped, reason: 'Disconnected by the operator.' });
    const again = open(station, studioToken(station));
    await again.connected;
    rig.commands(station.key)!.bar({ bar_ms: 60_000 });
    await again.closed;
    const barred = open(station, studioToken(station));
    expect((await barred.closed).code).toBe(studioCloses.refused);
  });

  it('waits while another encoder sends, like any other', async () => {
    const station = onAir();
    const encoder = startEncoder(rig, station, asMp3, tone(440, 60));
    try {
      await rig.until(plays(rig, station, 'live'), 'the encoder plays');
      const page = open(station, studioToken(station));
      expect(await page.closed).toEqual({ code: studioCloses.busy, reason: 'Mountpoint in use' });
    } finally {
      encoder.kill('SIGKILL');
    }
  });

  it('broadcasts as the presenter of its token, in their hours only', async () => {
    const evening = presenter({ windows: [{ days: [1], from: 18 * 60, to: 20 * 60 }] });
    const late = presenter({ name: 'Late', user: 'late', windows: [{ days: [1], from: 20 * 60, to: 22 * 60 }] });
    const station = onAir({ presenters: { timezone: 'Europe/Berlin', list: [evening, late] } });
    const refused = open(station, tokenOf(station, late));
    expect(await refused.closed).toEqual({
      code: studioCloses.refused,
      reason: 'Late may broadcast Mon 20:00-22:00 (Europe/Berlin).',
    });
    expect(sourceEvent(rig, station, 'refused')()).toBe(true);
    const page = open(station, tokenOf(station, evening));
    await page.connected;
    await page.play(1000);
    await rig.until(() => rig.stations.state(station.key)?.presenter?.id === evening.id, 'the presenter is on the air');
    rig.stations.apply({ ...station, revision: 2, presenters: { timezone: 'UTC', list: [late] } });
    expect(await page.closed).toEqual({ code: studioCloses.dropped, reason: 'This presenter was removed.' });
    expect((await open(station, tokenOf(station, evening)).closed).code).toBe(studioCloses.token);
  });
});

describe('is refused', () => {
  it('with a token of another station, page, password or secret, or an expired one', async () => {
    const [station, other] = [onAir(), onAir()];
    const tokens: [string, string][] = [
      [studioToken(station, {}, 'another secret'), pageOrigin],
      [studioToken(station, { station: other.key }), pageOrigin],
      [studioToken(station), 'https://elsewhere.test'],
      // The three above cost a pause, as wrong passwords do.
      [studioToken(station, { expires: Date.now() - 1 }), pageOrigin],
      [studioToken(station, { password: passwordMark(studioSecret, 'former') }), pageOrigin],
    ];
    for (const [token, origin] of tokens)
      expect((await open(station, token, { origin }).closed).code).toBe(studioCloses.token);
    expect((await open({ mount: 'unknown' }, studioToken(station)).closed).code).toBe(studioCloses.refused);
    expect(rig.stations.state(station.key)!.encoder).toBeNull();
  });

  it('with garbage before, in place of and after its token', async () => {
    const station = onAir();
    const mute = open(station, studioToken(station));
    mute.ws.removeAllListeners('open');
    mute.ws.once('open', () => mute.ws.send(Buffer.alloc(1000, 7)));
    expect((await mute.closed).code).toBe(studioCloses.malformed);
    const rude = open(station, 'x'.repeat(5000));
    expect((await rude.closed).code).toBe(studioCloses.malformed);
    const huge = open(station, studioToken(station));
    await huge.connected;
    huge.ws.send(Buffer.alloc(70_000));
    expect((await huge.closed).code).toBe(1009);
    await rig.until(() => rig.stations.state(station.key)!.encoder === null, 'it is gone');
    const noise = open(station, studioToken(station));
    await noise.connected;
    for (let part = 0; part < 3; part++) noise.ws.send(Buffer.alloc(30_000, 1));
    expect(await noise.closed).toEqual({
      code: studioCloses.broken,
      reason: 'The audio format is not recognized.',
    });
    await rig.until(() => rig.stations.state(station.key)!.encoder === null, 'it is gone');
    const flood = open(station, studioToken(station));
    await flood.connected;
    for (let count = 0; count < 1500; count++) flood.send({ type: 'title', title: `${count}` });
    expect((await flood.closed).code).toBe(studioCloses.malformed);
  });

  it('after five seconds without a token', async () => {
    const station = onAir();
    const socket = connect(rig.port, '127.0.0.1');
    const lines = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
    const key = Buffer.alloc(16).toString('base64');
    socket.write(
      `GET /studio/${station.mount} HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    const began = Date.now();
    socket.resume();
    await once(socket, 'close');
    expect(Date.now() - began).toBeGreaterThan(4500);
  });
});
