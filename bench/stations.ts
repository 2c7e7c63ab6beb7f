import { cpuPercent, pause, residentMb } from './process-figures.ts';
import { end } from './programs.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine } from './servers.ts';
import { capture, bytesPerSecond } from './audio.ts';

type Options = { folder: string; stations: number; hls: number; recorded: number; seconds: number };

const files = ['low.mp3', 'high.mp3'];
const clockBudgetMs = 100;
const memoryBudgetMb = 0.75;

const log = { recording: true, days: 1, max_bytes: 10_000_000_000 };

/** Many Auto DJ stations on this machine, some with HLS and some recorded: their clocks, their memory, their CPU. */
export const benchStations = async ({ folder, stations, hls, recorded, seconds }: Options): Promise<Row[]> => {
  const engine = await startEngine(folder);
  await engine.put(benchStation(0, files));
  await pause(3000);
  const before = residentMb(engine.child.pid);
  for (let from = 1; from <= stations; from += 50) {
    const batch = Array.from({ length: Math.min(50, stations - from + 1) }, (_, index) => ({
      ...benchStation(from + index, files),
      hls: from + index <= hls,
      ...(from + index > hls && from + index <= hls + recorded && { log }),
    }));
    await Promise.all(batch.map((station) => engine.put(station)));
  }
  await pause(10_000);
  const listeners = Array.from({ length: 20 }, (_, index) =>
    capture(engine.port, `/radio${1 + Math.floor((index * stations) / 20)}`),
  );
  await pause(2000);
  const marks = listeners.map((one) => ({ bytes: one.received(), at: performance.now() }));
  const hlsBefore = await newestSegments(engine.port, hls);
  const recordedBefore = await engine.recorded();
  const cpu = await cpuPercent(engine.child.pid, seconds * 1000);
  const written = (await engine.recorded()) - recordedBefore;
  const hlsAfter = await newestSegments(engine.port, hls);
  const segments = Math.min(...hlsAfter.map((newest, index) => newest - (hlsBefore[index] ?? newest)));
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
      figure: `${hls} of them on HLS: fewest pieces in ${seconds} s`,
      ours: `${segments}`,
      budget: `≥ ${Math.floor(seconds / 6)}`,
      pass: segments >= Math.floor(seconds / 6),
    },
    {
      figure: `${recorded} of them recorded: MB in ${seconds} s`,
      ours: `${(written / 1e6).toFixed(1)} MB`,
      budget: `≥ ${((recorded * seconds * bytesPerSecond * 0.97) / 1e6).toFixed(1)} MB`,
      pass: written >= recorded * seconds * bytesPerSecond * 0.97,
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
};

/** The number of the newest segment of each of twenty stations. */
const newestSegments = (port: number, hls: number): Promise<number[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => newestSegment(port, 1 + Math.floor((index * hls) / 20))));

/** How many segments a station's playlist has ever had: those dropped and those listed. */
const newestSegment = async (port: number, station: number): Promise<number> => {
  const reply = await fetch(`http://127.0.0.1:${port}/hls/radio${station}/live.m3u8`);
  const text = await reply.text();
  const [, first = '0'] = /#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text) ?? [];
  return Number(first) + [...text.matchAll(/#EXTINF/g)].length;
};
