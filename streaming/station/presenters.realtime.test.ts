import type { ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { DesiredPresenter } from '#contract/engine/engine-presenters.ts';
import { detectTones, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { asMp3, hasSent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { connectUltravox } from '#streaming/ingest/testing/ultravox-client.ts';

/** Monday, 19:59:50 in Berlin; each test begins there. */
const monday = Date.parse('2026-11-30T18:59:50Z');
const evening = (from: number, to: number) => [{ days: [1], from: from * 60, to: to * 60 }];

let rig: AirRig;
let track: AutoDjItem;
let time = monday;
let encoders: ChildProcess[] = [];

beforeAll(async () => {
  rig = await startAirRig({ now: () => time });
  track = await prepareTrack(rig.folder, 440, 60);
});
beforeEach(() => void (time = monday));
afterEach(() => {
  for (const encoder of encoders) encoder.kill('SIGKILL');
  encoders = [];
});
afterAll(() => rig.close());

const passwordOf = (name: string): string => `${name.toLowerCase()}-sesame`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const presenter = (name: string, changes: Partial<DesiredPresenter> = {}): DesiredPresenter => ({
  ...{ id: randomUUID(), user: name.toLowerCase(), name, picture: null, password_hash: hashOf(passwordOf(name)) },
  ...{ disabled: false, windows: [], at_end: 'finish', grace_ms: 0, record: false, ...changes },
});

const onAir = async (...list: DesiredPresenter[]): Promise<StationDesired> => {
  const autodj = { items: [track], shuffle: false, generation: 1 };
  const station = desiredStation({ autodj, presenters: { timezone: 'Europe/Berlin', list } });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 1500), 'the Auto DJ plays');
  return station;
};

const stateOf = ({ key }: StationDesired) => rig.stations.state(key)!;
const nameOnAir = (station: StationDesired) => stateOf(station).presenter?.name;
const isOnAir = (station: StationDesired, name: string | undefined) => () => nameOnAir(station) === name;

const broadcast = (station: StationDesired, { user, name }: DesiredPresenter, hertz: number): ChildProcess => {
  const encoder = startEncoder(rig, station, asMp3, tone(hertz, 60), `${user}:${passwordOf(name)}`);
  encoders.push(encoder);
  return encoder;
};

/** Sends the head of an encoder's request; returns the reply, and disconnects. */
const reply = async (text: string, port = rig.port): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const answer = await new Promise<string>((done) => socket.once('data', (bytes) => done(bytes.toString())));
  socket.destroy();
  return answer;
};

const basic = (user: string, password: string) =>
  `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const request = (method: string, { mount }: StationDesired, user: string, password: string): Promise<string> =>
  reply(`${method} /${mount} HTTP/1.0\r\n${basic(user, password)}\r\nContent-Type: audio/mpeg\r\n\r\n`);
const gone = (station: StationDesired) => rig.until(() => stateOf(station).encoder === null, 'no encoder is connected');
const lastReason = ({ key }: StationDesired) =>
  rig.events.findLast((one) => one.type === 'source' && one.station === key && one.event === 'disconnected');

describe('at the change of presenters', () => {
  it('plays the first until the second is steady, without a gap, and refuses who is barred or too late', async () => {
    const anna = presenter('Anna', { windows: evening(18, 20) });
    const ben = presenter('Ben', { windows: evening(20, 22) });
    const station = await onAir(anna, ben);
    expect(await request('SOURCE', station, 'ben', passwordOf('Ben'))).toContain(
      'Ben may broadcast Mon 20:00-22:00 (Europe/Berlin).',
    );
    broadcast(station, anna, 1000);
    await rig.until(isOnAir(station, 'Anna'), 'Anna is on the air');
    expect(stateOf(station)).toMatchObject({ title: 'Anna', presenter: { until: Date.parse('2026-11-30T19:00:00Z') } });
    await rig.until(hasSent(rig, station, 2000), 'she plays');
    time = Date.parse('2026-11-30T19:00:05Z');
    broadcast(station, ben, 1500);
    await rig.until(isOnAir(station, 'Ben'), 'Ben is on the air');
    await rig.until(hasSent(rig, station, 2000), 'he plays');
    expect(await request('SOURCE', station, 'anna', passwordOf('Anna'))).toContain(
      'Anna may broadcast Mon 18:00-20:00',
    );
    const since = stateOf(station).encoder!.since;
    rig.commands(station.key)!.bar({ since, presenter: ben.id, bar_ms: 60_000 });
    await rig.until(isOnAir(station, undefined), 'he is off the air');
    await rig.until(hasSent(rig, station, 1500), 'the Auto DJ plays');
    expect(await request('PUT', station, 'ben', passwordOf('Ben'))).toMatch(/^HTTP\/1.0 403 [^]*may connect again at/);
    expect(await request('PUT', station, 'source', station.password)).toMatch(/200 OK/);
    const { air } = stateOf(station);
    expect(air).toMatchObject({ barred_until: null, barred_presenters: [{ id: ben.id }] });
    expect(air?.refused?.map(({ name }) => name)).toEqual(['Ben', 'Anna', 'Ben']);
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 1500]);
    expect(sequence(tones)).toEqual([440, 1000, 1500, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(60);
  });

  it('keeps the second out while the first may broadcast', async () => {
    const anna = presenter('Anna', { windows: evening(18, 20) });
    const ben = presenter('Ben', { windows: evening(19, 22) });
    const station = await onAir(anna, ben);
    broadcast(station, anna, 1000);
    await rig.until(isOnAir(station, 'Anna'), 'Anna is on the air');
    expect(await request('PUT', station, 'ben', passwordOf('Ben'))).toContain('Mountpoint in use');
    const title = `GET /admin/metadata?mode=updinfo&mount=/${station.mount}&song=Hijack HTTP/1.0\r\n`;
    expect(await reply(`${title}${basic('ben', passwordOf('Ben'))}\r\n\r\n`)).toContain('Source does not exist');
    expect(await reply(`${title}${basic('anna', passwordOf('Anna'))}\r\n\r\n`)).toContain('successful');
  });
});

describe('when their hours are over', () => {
  it('cuts them off after their grace, or lets them finish', async () => {
    const anna = presenter('Anna', { windows: evening(18, 20), at_end: 'cut', grace_ms: 120_000 });
    const ben = presenter('Ben', { windows: evening(18, 20) });
    const [one, other] = [await onAir(anna), await onAir(ben)];
    broadcast(one, anna, 1000);
    broadcast(other, ben, 1000);
    await rig.until(() => isOnAir(one, 'Anna')() && isOnAir(other, 'Ben')(), 'both are on the air');
    time = Date.parse('2026-11-30T19:01:59Z');
    await rig.until(hasSent(rig, one, 1500), 'it plays');
    expect(nameOnAir(one)).toBe('Anna');
    time = Date.parse('2026-11-30T19:02:00Z');
    await rig.until(isOnAir(one, undefined), 'her show is cut');
    expect(lastReason(one)).toMatchObject({ reason: 'The hours of Anna are over.' });
    expect(nameOnAir(other)).toBe('Ben');
  });

  it('ends at once when they are disabled, removed, given other hours or a new password', async () => {
    const changes = [
      { disabled: true },
      { windows: evening(8, 9), at_end: 'cut' as const },
      { password_hash: hashOf('new') },
      undefined,
    ];
    const reasons = [
      'Anna may not broadcast here at present.',
      'The hours of Anna are over.',
      'Anna has a new password.',
    ];
    for (const [i, change] of changes.entries()) {
      const anna = presenter('Anna');
      const station = await onAir(anna);
      broadcast(station, anna, 1000);
      await rig.until(isOnAir(station, 'Anna'), 'Anna is on the air');
      const list = change ? [{ ...anna, ...change }] : [];
      rig.stations.apply({ ...station, revision: 2, presenters: { timezone: 'Europe/Berlin', list } });
      await gone(station);
      expect(lastReason(station)).toMatchObject({ reason: reasons[i] ?? 'This presenter was removed.' });
      rig.stations.remove(station.key);
    }
  });
});

it('accepts them by every protocol, with their name in the password where there is no user', async () => {
  const anna = presenter('Anna');
  const station = await onAir(anna);
  const password = passwordOf('Anna');
  for (const [user, given] of [
    ['anna', password],
    ['Anna', password],
    ['source', `anna:${password}`],
    ['source', `anna,${password}`],
  ] as const) {
    expect(await request('SOURCE', station, user, given)).toMatch(/200 OK/);
    await gone(station);
  }
  for (const [user, given] of [
    ['anna', 'wrong'],
    ['ben', password],
    ['source', password],
    ['anna', station.password],
  ] as const)
    expect(await request('PUT', station, user, given)).toMatch(/^HTTP\/1.0 401 /);
  expect(await reply(`${station.mount}:anna:${password}\r\n`, rig.shoutcastPort)).toBe('OK2\r\nicy-caps:11\r\n\r\n');
  for (const credentials of [
    { user: 'anna', password: `${station.mount}:${password}` },
    { user: '', password: `${station.mount}:anna,${password}` },
    { user: station.mount, password: `anna,${password}` },
  ]) {
    const client = connectUltravox(rig.port);
    expect(await client.logIn(credentials)).toBe('ACK:2.1:Allow');
    client.socket.destroy();
  }
});
