import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenSession, StationDesired } from '#contract/engine/engine.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { detectTones, longestGap, sequence, type ToneSpan } from '#streaming/ingest/testing/audio.ts';
import { hasChromium, playInChromium, type BrowserPlayer } from './testing/browser-player.ts';
import { encoders } from './testing/encoders.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { listenBehind, startIcecastRelay } from './testing/icecast-relay.ts';
import { decoderError, players, type Playing } from './testing/players.ts';
import { missingPrograms, named, type Running } from './testing/programs.ts';

const second = 16_000;
const both = [tones.autodj, tones.live];
const inOrder = [tones.autodj, tones.live, tones.autodj];
const liveName = 'Ada Live';
const autoTitle = 'Sine - Tone 440';

const expectGapless = (spans: ToneSpan[]): void => {
  expect(sequence(spans)).toEqual(inOrder);
  expect(longestGap(spans)).toBeLessThanOrEqual(60);
  expect(spans.at(-1)!.to).toBeGreaterThan(15_000);
};

/**
 * All players listen to one station while an encoder connects and disconnects; then each one's recording is checked.
 */
describe('real players', () => {
  const present = players.filter(({ programs }) => missingPrograms(programs) === '');
  const lackingIcecast = missingPrograms(['icecast2']);
  const playing = new Map<string, Playing>();
  const stillRunning = new Map<string, boolean>();
  let sessions: OpenSession[] = [];
  let rig: EngineRig;
  let station: StationDesired;
  let page: BrowserPlayer | undefined;
  let inBrowser: Awaited<ReturnType<BrowserPlayer['report']>>;
  let relay: Running | undefined;
  let behindRelay: StrictListener | undefined;

  /**
   * Plays the Auto DJ, then an encoder for six seconds, then the Auto DJ until players have played past their burst.
   */
  const broadcast = async (): Promise<void> => {
    const listener = await listenStrictly({ port: rig.port, path: `/${station.mount}` });
    const receiveMore = (seconds: number): Promise<Buffer> =>
      listener.receive(listener.audio().length + seconds * second);
    await receiveMore(8);
    const encoder = await encoders[0]!.start({ rig, station });
    await rig.until(station, ({ source }) => source === 'live', 'the encoder is on the air');
    await receiveMore(6);
    await encoder.end('SIGKILL');
    await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ is back');
    await receiveMore(9);
    listener.close();
  };

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
    await rig
      .until(station, ({ listeners }) => listeners >= expected, `all ${expected} are connected`)
      .catch(() => undefined);
    await broadcast();
    sessions = await rig.sessions(station);
    if (page) inBrowser = await page.report();
    for (const [name, { running }] of playing) stillRunning.set(name, running.isRunning());
    await Promise.all([...playing.values()].map(({ running }) => running.end('SIGINT')));
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...playing.values()].map(({ running }) => running.end()));
    behindRelay?.close();
    await page?.end();
    await relay?.end();
    await rig.stop();
  });

  for (const player of players) {
    const lacking = missingPrograms(player.programs);
    it.skipIf(lacking !== '')(named(`${player.name} keeps playing while sources change`, lacking), async () => {
      const { running, recording } = playing.get(player.name)!;
      expect(stillRunning.get(player.name), running.output()).toBe(true);
      expect(sessions.map(({ user_agent }) => user_agent)).toContainEqual(expect.stringMatching(player.agent));
      const { audio, container } = recording();
      expectGapless(await detectTones(audio, container, both));
      expect(running.output()).not.toMatch(decoderError);
      if (player.titles !== 'none') expect(running.output()).toContain(autoTitle);
      if (player.titles === 'all titles') expect(running.output()).toContain(liveName);
    });
  }

  it.skipIf(!hasChromium())(
    named('Chromium <audio> keeps playing while sources change', hasChromium() ? '' : 'chromium'),
    () => {
      expect(inBrowser).toMatchObject({ tones: inOrder, error: null, ended: false });
      expect(inBrowser.seconds).toBeGreaterThan(15);
    },
  );

  it.skipIf(lackingIcecast !== '')(named('Icecast relays to its own listeners', lackingIcecast), async () => {
    expect(relay!.isRunning(), relay!.output()).toBe(true);
    expect(sessions.map(({ user_agent }) => user_agent)).toContainEqual(expect.stringMatching(/^Icecast/));
    expect(behindRelay!.socket.closed).toBe(false);
    expectGapless(await detectTones(behindRelay!.audio(), 'mp3', both));
    expect(behindRelay!.titles().map(({ title }) => title)).toEqual([autoTitle, liveName, autoTitle]);
  });
});
