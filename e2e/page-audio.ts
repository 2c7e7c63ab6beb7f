import type { Frame, Page } from 'playwright-core';

/** The loudest frequency that the page's player is playing, in Hz; 0 while it is silent. */
const pitch = (where: Page | Frame): Promise<number> =>
  where.evaluate(async () => {
    const scope = window as unknown as { tap?: { context: AudioContext; analyser: AnalyserNode } };
    const audio = document.querySelector('audio');
    if (!audio) return 0;
    if (!scope.tap) {
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 8192 });
      context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
      scope.tap = { context, analyser };
    }
    await scope.tap.context.resume();
    const bins = new Float32Array(scope.tap.analyser.frequencyBinCount);
    scope.tap.analyser.getFloatFrequencyData(bins);
    const loudest = bins.indexOf(Math.max(...bins));
    return (bins[loudest] ?? -200) < -80 ? 0 : (loudest * scope.tap.context.sampleRate) / 8192;
  });

/** Whether a page's player is playing this tone. */
export const isTone = async (where: Page | Frame, hz: number): Promise<boolean> =>
  Math.abs((await pitch(where)) - hz) < 15;

/** The position of a page's player, s. */
export const position = (where: Page | Frame): Promise<number> =>
  where.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
