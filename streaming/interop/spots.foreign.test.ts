import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { planOf, station as stationKey } from '#streaming/edge/testing/spot-rig.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { hasChromium, playInChromium, type BrowserPlayer } from './testing/browser-player.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { listenBehind, startIcecastRelay } from './testing/icecast-relay.ts';
import { lendSpot } from './testing/lend-spot.ts';
import { decoderError, players, type Playing } from './testing/players.ts';
import { missingPrograms, named, type Running } from './testing/programs.ts';

/* Other vendors' players hear spots in ten breaks: twenty changes between the programme and a spot, without a restart. */

const spotHz = 1300;
const both = [tones.autodj, spotHz];
const breaks = 10;
const names = ['mpg123', 'VLC', 'mpv'];
const tested = players.filter(({ name }) => names.includes(name));

/** Starts a break that everyone hears, with some programme after the one before. */
const makeBreak = async (rig: EngineRig, listeners: number): Promise<void> => {
  const start = async (): Promise<boolean> => {
    const reply = await rig.call('POST', `/stations/${stationKey}/break`, { seconds: 5 });
    return reply.ok && ((await reply.json()) as { withSpot: number }).withSpot === listeners;
  };
  await until(start, 'everyone hears a spot');
  await pause(3000);
};

const until = async (isReached: () => Promise<boolean>, what: string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await pause(250);
  }
};

/** Without a plan there is no other break: the engine says so once the last one is over. */
const lastBreakIsOver = async (rig: EngineRig): Promise<boolean> => {
  const none = { ...planOf([], []), revision: 2, stations: [] };
  await rig.call('PUT', '/ads', none);
  const reply = await rig.call('POST', `/stations/${stationKey}/break`, { seconds: 5 });
  return (await reply.text()).includes('no audio ads');
};

describe('real players in breaks', () => {
  const lackingIcecast = missingPrograms(['icecast2']);
  const present = tested.filter(({ programs }) => missingPrograms(programs) === '');
  const playing = new Map<string, Playing>();
  let rig: EngineRig;
  let station: StationDesired;
  let page: BrowserPlayer | undefined;
  let inBrowser: Awaited<ReturnType<BrowserPlayer['report']>>;
  let relay: Running | undefined;
  let behindRelay: StrictListener | undefined;

  beforeAll(async () => {
    rig = await startEngineProcess();
    chmodSync(rig.folder, 0o755);
    station = await rig.putStation({ key: stationKey as StationDesired['key'], burst_ms: 1000 });
    await rig.until(station, ({ source }) => source === 'autodj', 'the Auto DJ plays');
    // Long enough for a page that looks at its sound on a busy machine.
    await lendSpot(rig, spotHz, 2);
    const url = `http://127.0.0.1:${rig.port}/${station.mount}`;
    for (const player of present) playing.set(player.name, player.start(url, rig.folder));
    if (hasChromium()) page = await playInChromium(url, both);
    if (!lackingIcecast) {
      const started = await startIcecastRelay({ port: rig.port, mount: station.mount }, rig.folder);
      relay = started.running;
      behindRelay = await listenBehind(started.port);
    }
    const expected = present.length + (page ? 1 : 0) + (relay ? 1 : 0);
    await rig.until(station, ({ listeners }) => listeners >= expected, `all ${expected} are connected`);
    // One more than must be heard: a player that buffers may end before it has written the last one.
    for (let count = 0; count <= breaks; count++) await makeBreak(rig, expected - (relay ? 1 : 0));
    // The last spot ends, and players play past their burst.
    await until(() => lastBreakIsOver(rig), 'the last break is over');
    if (page) inBrowser = await page.report();
    for (const { running } of playing.values()) expect(running.isRunning(), running.output()).toBe(true);
    await Promise.all([...playing.values()].map(({ running }) => running.end('SIGINT')));
  }, 180_000);

  afterAll(async () => {
    await Promise.all([...playing.values()].map(({ running }) => running.end()));
    behindRelay?.close();
    await page?.end();
    await relay?.end();
    await rig.stop();
  });

  for (const player of tested) {
    const lacking = missingPrograms(player.programs);
    it.skipIf(lacking !== '')(named(`${player.name} plays on`, lacking), async () => {
      const { running, recording } = playing.get(player.name)!;
      const { audio, container } = recording();
      const heard = await detectTones(audio, container, both);
      expect(sequence(heard).filter((hertz) => hertz === spotHz).length).toBeGreaterThanOrEqual(breaks);
      expect(longestGap(heard)).toBeLessThanOrEqual(60);
      expect(running.output()).not.toMatch(decoderError);
    });
  }

  it.skipIf(!hasChromium())(named('Chromium <audio> plays on', hasChromium() ? '' : 'chromium'), () => {
    expect(inBrowser).toMatchObject({ error: null, ended: false });
    expect(inBrowser.tones.filter((hertz) => hertz === spotHz).length).toBeGreaterThanOrEqual(breaks - 1);
  });

  it.skipIf(lackingIcecast !== '')(named('Icecast relays the programme without spots', lackingIcecast), async () => {
    expect(relay!.isRunning(), relay!.output()).toBe(true);
    const heard = await detectTones(behindRelay!.audio(), 'mp3', both);
    expect(sequence(heard)).toEqual([tones.autodj]);
    expect(longestGap(heard)).toBeLessThanOrEqual(60);
  });
});

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
