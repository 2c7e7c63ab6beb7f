import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenSession, StationDesired } from '#contract/engine.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/strict-listener.ts';
import { listen, longestGap, sequence, type Heard } from '#streaming/ingest/testing/sound.ts';
import { hasChromium, playInChromium, type BrowserPlayer } from './testing/browser-player.ts';
import { encoders } from './testing/encoders.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { startIcecastRelay } from './testing/icecast-relay.ts';
import { players, type Playing } from './testing/players.ts';
import { missing, type Running } from './testing/programs.ts';

const second = 16_000;
const both = [tones.autodj, tones.live];
const inOrder = [tones.autodj, tones.live, tones.autodj];
const liveName = 'Ada Live';
const autoTitle = 'Sine - Tone 440';
/** What decoders say of broken frames. */
const complaint = /header missing|invalid data|backstep|error while decoding|skipped \d+ bytes/i;
const named = (name: string, lacking: string): string => (lacking ? `${name} (no ${lacking} here)` : name);

/** All of them listen to one station while an encoder comes and goes; afterwards each is asked what it heard. */
describe('real players', () => {
  const present = players.filter(({ programs }) => missing(programs) === '');
  const lackingIcecast = missing(['icecast2']);
  const playing = new Map<string, Playing>();
  const stayed = new Map<string, boolean>();
  let sessions: OpenSession[] = [];
  let rig: EngineRig;
  let station: StationDesired;
  let page: BrowserPlayer | undefined;
  let inPage: Awaited<ReturnType<BrowserPlayer['heard']>>;
  let relay: Running | undefined;
  let behindRelay: StrictListener | undefined;

  beforeAll(async () => {
    rig = await startEngineProcess();
    chmodSync(rig.folder, 0o755);
    station = await rig.putStation();
    const url = `http://127.0.0.1:${rig.port}/${station.mount}`;
    for (const player of present) playing.set(player.name, player.start(url, rig.folder));
    if (!lackingIcecast) {
      const started = await startIcecastRelay({ port: rig.port, mount: station.mount }, rig.folder);
      relay = started.running;
      await relay.until(/relayed|Connecting to/i);
      behindRelay = await listenBehind(started.port);
    }
    if (hasChromium()) page = await playInChromium(url, both);
    const expected = present.length + (relay ? 1 : 0) + (page ? 1 : 0);
    await rig.until(station, ({ listeners }) => listeners >= expected, `all ${expected} listen`).catch(() => undefined);
    await broadcast();
    sessions = await rig.sessions(station);
    if (page) inPage = await page.heard();
    for (const [name, { running }] of playing) stayed.set(name, running.isRunning());
    await Promise.all([...playing.values()].map(({ running }) => running.end('SIGINT')));
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...playing.values()].map(({ running }) => running.end()));
    behindRelay?.close();
    await page?.end();
    await relay?.end();
    await rig.stop();
  });

  /** Auto DJ, then an encoder for six seconds, then the Auto DJ until players with a burst's lag have heard it. */
  async function broadcast(): Promise<void> {
    const ear = await listenStrictly({ port: rig.port, path: `/${station.mount}` });
    const hearMore = (seconds: number): Promise<Buffer> => ear.hear(ear.sound().length + seconds * second);
    await hearMore(8);
    const encoder = await encoders[0]!.start({ rig, station });
    await rig.until(station, ({ source }) => source === 'live', 'the encoder is on the air');
    await hearMore(6);
    await encoder.end('SIGKILL');
    await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ is back');
    await hearMore(9);
    ear.close();
  }

  for (const player of players) {
    const lacking = missing(player.programs);
    it.skipIf(lacking !== '')(named(`${player.name} plays on while sources change`, lacking), async () => {
      const { running, recording } = playing.get(player.name)!;
      expect(stayed.get(player.name), running.said()).toBe(true);
      expect(sessions.map(({ user_agent }) => user_agent)).toContainEqual(expect.stringMatching(player.agent));
      const { sound, container } = recording();
      expectWhole(await listen(sound, container, both));
      expect(running.said()).not.toMatch(complaint);
      if (player.tells !== 'none') expect(running.said()).toContain(autoTitle);
      if (player.tells === 'all titles') expect(running.said()).toContain(liveName);
    });
  }

  it.skipIf(!hasChromium())(
    named('Chromium <audio> plays on while sources change', hasChromium() ? '' : 'chromium'),
    () => {
      expect(inPage).toMatchObject({ tones: inOrder, error: null, ended: false });
      expect(inPage.seconds).toBeGreaterThan(15);
    },
  );

  it.skipIf(lackingIcecast !== '')(named('Icecast relays to its own listeners', lackingIcecast), async () => {
    expect(relay!.isRunning(), relay!.said()).toBe(true);
    expect(sessions.map(({ user_agent }) => user_agent)).toContainEqual(expect.stringMatching(/^Icecast/));
    expect(behindRelay!.socket.closed).toBe(false);
    expectWhole(await listen(behindRelay!.sound(), 'mp3', both));
    expect(behindRelay!.titles().map(({ title }) => title)).toEqual([autoTitle, liveName, autoTitle]);
  });
});

/** What a relay's listener asks for is there as soon as the relay has connected. */
async function listenBehind(port: number): Promise<StrictListener> {
  for (;;) {
    const listener = await listenStrictly({ port, path: '/relayed', headers: { 'Icy-MetaData': '1' } });
    if (listener.reply.status.includes('200')) return listener;
    listener.close();
    await new Promise((done) => setTimeout(done, 200));
  }
}

function expectWhole(heard: Heard[]): void {
  expect(sequence(heard)).toEqual(inOrder);
  expect(longestGap(heard)).toBeLessThanOrEqual(60);
  expect(heard.at(-1)!.to).toBeGreaterThan(15_000);
}
