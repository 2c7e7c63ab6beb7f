import { players } from '#contract/api/players.ts';
import { stations } from '#contract/api/stations.ts';
import { startProduct } from '../../e2e/product.ts';
import { addTracks, createTestStation } from '../../e2e/test-station.ts';
import { startFirefox } from './firefox.ts';
import { bound, soundHere, titleSeconds, watchSoundHere } from './player.ts';

const patienceMs = 30_000;

/**
 * An embedded player in Firefox, which takes MP3 only in MP4, plays over HLS for `minutes`: prints a row at equal intervals; returns
 * what is wrong with its sound.
 */
export const soakFirefox = async ({ minutes, rows }: { minutes: number; rows: number }): Promise<string[]> => {
  const [product, firefox] = await Promise.all([startProduct(), startFirefox()]);
  try {
    const at = await createTestStation(product, 'Long Haul', 'Long Haul 1');
    await at.call(stations.update, { params: { key: at.station }, body: { radio_server_settings: { hls: true } } });
    await addTracks(at, ['One', 'Two', 'Three'], titleSeconds);
    await firefox.refuse(product.streamUrl, '/hls/');
    const { urls } = await at.call(players.ofStation, { params: { id: at.station } });
    await firefox.open(urls.embed);
    await firefox.evaluate(`document.querySelector('button[aria-label="Play"]').click()`);
    const state = (): Promise<unknown> => firefox.evaluate(`document.querySelector('#player').dataset.state`);
    for (const end = Date.now() + patienceMs; (await state()) !== 'playing'; await pause(200))
      if (Date.now() > end) return [`FAIL: the player is ${String(await state())}`];
    await firefox.evaluate(`(${String(watchSoundHere)})()`);
    const failures: string[] = [];
    console.log('| after | longest gap | buffer | state |\n|---|---|---|---|');
    for (let row = 1; row <= rows; row++) {
      await pause((minutes * 60_000) / rows);
      const answer = (await firefox.evaluate(`JSON.stringify((${String(soundHere)})())`)) as string;
      const { gapMs, bufferS } = JSON.parse(answer) as ReturnType<typeof soundHere>;
      const now = String(await state());
      const after = ((row * minutes) / rows).toFixed(1);
      console.log(`| ${after} min | ${gapMs.toFixed(1)} ms | ${bufferS.toFixed(1)} s | ${now} |`);
      if (gapMs > bound.gapMs.hls || now !== 'playing')
        failures.push(`FAIL: silent for ${gapMs.toFixed(0)} ms, ${now}`);
    }
    return failures;
  } finally {
    firefox.stop();
    await product.stop();
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
