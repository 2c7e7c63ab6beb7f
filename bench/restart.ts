import { end } from './programs.ts';
import { pause } from './process-figures.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine } from './servers.ts';
import { capture } from './audio.ts';

const budgetMs = 2000;

/** How long after the start of a killed engine a returning listener receives audio. */
export const benchRestart = async (folder: string, rounds: number): Promise<Row[]> => {
  let engine = await startEngine(folder);
  await engine.put(benchStation(0, ['low.mp3', 'high.mp3']));
  await pause(2000);
  let worst = 0;
  for (let round = 0; round < rounds; round++) {
    await end(engine.child, 'SIGKILL');
    const from = performance.now();
    engine = await startEngine(folder, engine);
    await untilAudio(engine.port, engine.path);
    worst = Math.max(worst, performance.now() - from);
    await pause(1000);
  }
  await end(engine.child);
  return [
    {
      figure: 'engine killed and started → sound, by its own snapshot',
      ours: `${worst.toFixed(0)} ms`,
      budget: `≤ ${budgetMs} ms`,
      pass: worst <= budgetMs,
    },
  ];
};

const untilAudio = async (port: number, path: string): Promise<void> => {
  for (;;) {
    const listener = capture(port, path);
    await pause(20);
    for (let waits = 0; waits < 20 && listener.received() < 1000; waits++) await pause(10);
    const receivedBytes = listener.received();
    listener.stop();
    if (receivedBytes >= 1000) return;
  }
};
