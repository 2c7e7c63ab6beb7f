import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { launchChromium } from '#server/testing/chromium.ts';

/** What a listener heard since the last report: seconds, and the longest silence after the first sound. */
export type Heard = { seconds: number; longestSilenceMs: number };
export type OurPlayer = {
  state(): Promise<{ status: string; via: string; reason: string }>;
  /** What was heard since the last call. */
  heard(): Promise<Heard>;
  playBy(via: 'stream' | 'hls'): Promise<void>;
  /** When a tone became the loudest: ms since the epoch; undefined before. */
  toneAt(hertz: number): Promise<number | undefined>;
  /** When the sound that the station sends now will be heard: ms from now. */
  heardInMs(burstMs: number): Promise<number>;
  /** Audio elements with a source, and all. */
  elements(): Promise<{ open: number; all: number }>;
  end(): Promise<void>;
};

const entry = fileURLToPath(new URL('../../../player/radio/parts.ts', import.meta.url));

/** Plays a station in a page of another site in Chromium with our player, and measures the silence in what is heard. */
export const playWithOurPlayer = async (source: { url: string; hls: string | null }): Promise<OurPlayer> => {
  const script = await bundle();
  const site = createServer((_, reply) => reply.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${String((site.address() as AddressInfo).port)}/`);
  await page.addScriptTag({ content: script });
  await page.evaluate(startInPage, source);
  return {
    state: () => page.evaluate(() => (window as unknown as InPage).radio.state()),
    heard: () => page.evaluate(() => (window as unknown as InPage).heard()),
    toneAt: (hertz) =>
      page.evaluate((wanted) => (window as unknown as InPage).tones.get(wanted), Math.round(hertz / 100) * 100),
    heardInMs: (burstMs) => page.evaluate((ms) => (window as unknown as InPage).radio.heardInMs(ms), burstMs),
    playBy: (via) => page.evaluate((to) => (window as unknown as InPage).radio.playBy(to), via),
    elements: () =>
      page.evaluate(() => {
        const { made } = window as unknown as InPage;
        return { open: made.filter((audio) => audio.hasAttribute('src')).length, all: made.length };
      }),
    async end() {
      await browser.close();
      site.close();
    },
  };
};

/** Our player as one script. */
const bundle = async (): Promise<string> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'ourPlayer', fileName: 'player' } },
  })) as Rolldown.RolldownOutput[];
  return built[0]!.output[0].code;
};

type Radio = {
  play(source: { url: string; hls: string | null }): void;
  playBy(via: 'stream' | 'hls'): void;
  heardInMs(burstMs: number): number;
  state(): { status: string; via: string; reason: string };
};
type InPage = {
  ourPlayer: { createRadio(needs: object): Radio; attachHls: unknown; fetchRefusal: unknown };
  radio: Radio;
  made: HTMLAudioElement[];
  heard(): Promise<Heard>;
  /** When each tone became the loudest, to the nearest 100 Hz. */
  tones: Map<number, number>;
};

/** Runs in the page: both elements go through a meter that runs with the sound, whatever the page is busy with. */
const startInPage = async (source: { url: string; hls: string | null }): Promise<void> => {
  const meterCode = `registerProcessor('meter', class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.heard = this.silent = this.longest = 0;
      this.begun = false;
      this.port.onmessage = () => {
        this.port.postMessage({ seconds: this.heard / sampleRate, longestSilenceMs: (Math.max(this.longest, this.silent) / sampleRate) * 1000 });
        this.heard = this.longest = 0;
      };
    }
    process([input], [output]) {
      const samples = input[0];
      if (samples !== undefined) for (const channel of output) channel.set(samples);
      const isSound = samples !== undefined && samples.some((value) => Math.abs(value) > 0.005);
      if (isSound) {
        this.begun = true;
        this.heard += 128;
        this.longest = Math.max(this.longest, this.silent);
        this.silent = 0;
      } else if (this.begun) this.silent += 128;
      return true;
    }
  });`;
  const context = new AudioContext();
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([meterCode], { type: 'text/javascript' })));
  const meter = new AudioWorkletNode(context, 'meter');
  const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0 });
  meter.connect(analyser).connect(context.destination);
  const powers = new Float32Array(analyser.frequencyBinCount);
  const tones = new Map<number, number>();
  let loudest = 0;
  setInterval(() => {
    analyser.getFloatFrequencyData(powers);
    const bin = powers.indexOf(Math.max(...powers));
    const hertz = Math.round((bin * context.sampleRate) / analyser.fftSize / 100) * 100;
    if (hertz !== loudest) tones.set(hertz, Date.now());
    loudest = hertz;
  }, 30);
  const made: HTMLAudioElement[] = [];
  const { createRadio, attachHls, fetchRefusal } = (window as unknown as InPage).ourPlayer;
  const makeAudio = (): HTMLAudioElement => {
    const audio = new Audio();
    audio.crossOrigin = 'anonymous';
    context.createMediaElementSource(audio).connect(meter);
    made.push(audio);
    return audio;
  };
  const radio = createRadio({ makeAudio, attachHls, why: fetchRefusal, changed: () => {} });
  const heard = (): Promise<Heard> =>
    new Promise((resolve) => {
      meter.port.onmessage = ({ data }) => resolve(data as Heard);
      meter.port.postMessage('');
    });
  Object.assign(window, { radio, made, heard, tones });
  radio.play(source);
};
