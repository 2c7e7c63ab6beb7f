import { linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StationDesired } from '#contract/engine/engine.ts';
import { cpuPercent, pause, residentMb } from './process-figures.ts';
import { end } from './programs.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine } from './servers.ts';

type Options = { folder: string; stations: number; seconds: number };

const files = ['low.mp3', 'high.mp3'];
const fileMs = 60_000;
const clockBudgetMs = 100;
const memoryBudgetMb = 0.75;

/** Many stations that mix every track into the next, none sharing a mix: what that costs the engine, and its clocks. */
export const benchMixing = async ({ folder, stations, seconds }: Options): Promise<Row[]> => {
  const engine = await startEngine(folder);
  await engine.put(mixing(0, join(folder, 'files')));
  await pause(3000);
  const before = residentMb(engine.child.pid);
  for (let number = 1; number <= stations; number++) await engine.put(mixing(number, join(folder, 'files')));
  const cpu = await cpuPercent(engine.child.pid, seconds * 1000);
  const worst = Math.max(...(await engine.states()).map(({ clock_ms }) => Math.abs(clock_ms)));
  const each = (residentMb(engine.child.pid) - before) / stations;
  const mixes = readdirSync(join(engine.data, 'engine', 'transitions')).length;
  await end(engine.child);
  const name = `${stations} stations that mix`;
  return [
    { figure: `${name}: mixes made in ${seconds} s`, ours: `${mixes}`, budget: '> 0', pass: mixes > 0 },
    {
      figure: `${name}: worst clock`,
      ours: `${worst.toFixed(0)} ms`,
      budget: `≤ ${clockBudgetMs} ms`,
      pass: worst <= clockBudgetMs,
    },
    {
      figure: `${name}: memory each`,
      ours: `${each.toFixed(2)} MB`,
      budget: `≤ ${memoryBudgetMb} MB`,
      pass: each <= memoryBudgetMb,
    },
    { figure: `${name}: CPU of one core`, ours: `${cpu.toFixed(1)} %`, budget: '≤ 50 %', pass: cpu <= 50 },
  ];
};

/** A station with files of its own, so that it cannot reuse another station's mix. */
const mixing = (number: number, folder: string): StationDesired => {
  const own = files.map((file) => `${number}-${file}`);
  own.forEach((file, at) => linkSync(join(folder, files[at]!), join(folder, file)));
  const station = benchStation(number, own);
  const items = station.autodj.items.map((item) => ({ ...item, duration_ms: fileMs }));
  const none = { jingle_every: 0, day_parts: [], artist_minutes: 0, title_minutes: 0 };
  const rules = { timezone: 'UTC', ...none, mix_offset: 550, mix_speed: 300 };
  return { ...station, autodj: { ...station.autodj, items, rules } };
};
