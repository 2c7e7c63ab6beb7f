import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

export const chromiumPath = '/usr/bin/chromium';

/** What a page's <audio> did: the tones in order, seconds played, and its error if it had one. */
export type Heard = { tones: number[]; seconds: number; error: string | null; ended: boolean };

export type BrowserPlayer = { heard(): Promise<Heard>; end(): Promise<void> };

type Ear = { tones: number[] };

export const hasChromium = (): boolean => existsSync(chromiumPath);

/** Plays `url` in Chromium's <audio>, and listens to what comes out of it. */
export async function playInChromium(url: string, tones: number[]): Promise<BrowserPlayer> {
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--autoplay-policy=no-user-gesture-required'],
  });
  const page = await browser.newPage();
  await page.setContent('<audio crossorigin="anonymous"></audio>');
  await page.evaluate(
    ({ url, tones }) => {
      const audio = document.querySelector('audio')!;
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 4096 });
      context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
      const ear: Ear = { tones: [] };
      const powers = new Float32Array(analyser.frequencyBinCount);
      const quietDb = -60;
      setInterval(() => {
        analyser.getFloatFrequencyData(powers);
        const at = (hertz: number): number => powers[Math.round((hertz * analyser.fftSize) / context.sampleRate)]!;
        const loudest = tones.reduce((best, hertz) => (at(hertz) > at(best) ? hertz : best));
        if (at(loudest) > quietDb && ear.tones.at(-1) !== loudest) ear.tones.push(loudest);
      }, 100);
      Object.assign(window, { ear });
      audio.src = url;
      return audio.play();
    },
    { url, tones },
  );
  return {
    heard: () =>
      page.evaluate(() => {
        const audio = document.querySelector('audio')!;
        const { ear } = window as unknown as { ear: Ear };
        return {
          tones: ear.tones,
          seconds: audio.currentTime,
          error: audio.error?.message ?? null,
          ended: audio.ended,
        };
      }),
    end: () => browser.close(),
  };
}
