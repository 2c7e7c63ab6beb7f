import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromiumPath, launchChromium } from '#server/testing/chromium.ts';

/** A person's browser: headless ones count as programs, which hear no spots. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** A page's <audio> playback: the tones in order, seconds played, and its error, if any. */
export type PlaybackReport = { tones: number[]; seconds: number; error: string | null; ended: boolean };

export type BrowserPlayer = { report(): Promise<PlaybackReport>; end(): Promise<void> };

type Detector = { tones: number[] };

export const hasChromium = (): boolean => existsSync(chromiumPath);

const hlsScript = createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js');
type HlsPlayer = { loadSource(url: string): void; attachMedia(audio: HTMLAudioElement): void };

/** Plays `url` in Chromium's <audio>, HLS by hls.js as in our player, and detects the tones in its output. */
export const playInChromium = async (url: string, tones: number[]): Promise<BrowserPlayer> => {
  const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
  const page = await browser.newPage({ userAgent });
  await page.setContent('<audio crossorigin="anonymous"></audio>');
  await page.addScriptTag({ path: hlsScript });
  await page.evaluate(
    ({ url, tones }) => {
      const audio = document.querySelector('audio')!;
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
      context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
      const detector: Detector = { tones: [] };
      const powers = new Float32Array(analyser.frequencyBinCount);
      const quietDb = -60;
      setInterval(() => {
        analyser.getFloatFrequencyData(powers);
        const at = (hertz: number): number => powers[Math.round((hertz * analyser.fftSize) / context.sampleRate)]!;
        const loudest = tones.reduce((best, hertz) => (at(hertz) > at(best) ? hertz : best));
        if (at(loudest) > quietDb && detector.tones.at(-1) !== loudest) detector.tones.push(loudest);
      }, 100);
      Object.assign(window, { detector });
      if (url.endsWith('.m3u8')) {
        const { Hls } = window as unknown as { Hls: new (options: object) => HlsPlayer };
        const hls = new Hls({ enableWorker: false, lowLatencyMode: false, liveSyncDurationCount: 2 });
        hls.loadSource(url);
        hls.attachMedia(audio);
      } else audio.src = url;
      return audio.play();
    },
    { url, tones },
  );
  return {
    report: () =>
      page.evaluate(() => {
        const audio = document.querySelector('audio')!;
        const { detector } = window as unknown as { detector: Detector };
        return {
          tones: detector.tones,
          seconds: audio.currentTime,
          error: audio.error?.message ?? null,
          ended: audio.ended,
        };
      }),
    end: () => browser.close(),
  };
};
