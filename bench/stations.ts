import { cpuPercent, pause, residentMb } from './process-figures.ts';
import { end } from './programs.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine } from './servers.ts';
import { capture, bytesPerSecond } from './sound.ts';

type Options = { folder: string; stations: number; seconds: number };

const files = ['low.mp3', 'high.mp3'];
const clockBudgetMs = 100;
const memoryBudgetMb = 0.75;

/** Many Auto DJ stations on this machine: their clocks, their memory, their processor. */
export async function benchStations({ folder, stations, seconds }: Options): Promise<Row[]> {
  const engine = await startEngine(folder);
  await engine.put(benchStation(0, files));
  await pause(3000);
  const before = residentMb(engine.child.pid);
  for (let from = 1; from <= stations; from += 50) {
    const some = Array.from({ length: Math.min(50, stations - from + 1) }, (_, index) =>
      benchStation(from + index, files),
    );
    await Promise.all(some.map((station) => engine.put(station)));
  }
  await pause(10_000);
  const listeners = Array.from({ length: 20 }, (_, index) =>
    capture(engine.port, `/radio${1 + Math.floor((index * stations) / 20)}`),
  );
  await pause(2000);
  const marks = listeners.map((one) => ({ bytes: one.received(), at: performance.now() }));
  const cpu = await cpuPercent(engine.child.pid, seconds * 1000);
  const clocks = (await engine.states()).map(({ clock_ms }) => Math.abs(clock_ms));
  const each = (residentMb(engine.child.pid) - before) / stations;
  const drifts = listeners.map((one, index) => {
    const { bytes, at } = marks[index]!;
    return Math.abs(((one.received() - bytes) / bytesPerSecond) * 1000 - (performance.now() - at));
  });
  listeners.forEach((one) => one.stop());
  await end(engine.child);

  const worst = Math.max(...clocks);
  const drift = Math.max(...drifts);
  return [
    {
      figure: `${stations} Auto DJ stations: worst clock`,
      ours: `${worst.toFixed(0)} ms`,
      budget: `≤ ${clockBudgetMs} ms`,
      pass: clocks.length > stations && worst <= clockBudgetMs,
    },
    {
      figure: `${stations} Auto DJ stations: drift heard in ${seconds} s`,
      ours: `${drift.toFixed(0)} ms`,
      budget: '≤ one write (500 ms) + 100 ms',
      pass: drift <= 600,
    },
    {
      figure: `${stations} Auto DJ stations: memory each`,
      ours: `${each.toFixed(2)} MB`,
      budget: `≤ ${memoryBudgetMb} MB`,
      pass: each <= memoryBudgetMb,
    },
    {
      figure: `${stations} Auto DJ stations: CPU of one core`,
      ours: `${cpu.toFixed(1)} %`,
      budget: '≤ 150 %',
      pass: cpu <= 150,
    },
  ];
}
