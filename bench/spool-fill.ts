import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EngineEvent, SliceEvent } from '#contract/engine/engine.ts';
import { quarterMs } from '#contract/rules/time.ts';
import { createSpool } from '#streaming/spool/spool.ts';
import { randomFrom } from '../tools/demo/music.ts';

const quarters = 96;

/** User agents of players, in as many versions as a day brings. */
const agents = [
  (v: number) => `VLC/3.0.${v} LibVLC/3.0.${v}`,
  (v: number) => `AppleCoreMedia/1.0.0.21F${v} (iPhone; U; CPU OS 17_${v % 6}_1 like Mac OS X; en_us)`,
  (v: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + v}.0.0.0 Safari/537.36`,
  (v: number) =>
    `Mozilla/5.0 (Linux; Android 14; Pixel ${v % 9}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + v}.0.0.0 Mobile Safari/537.36`,
  (v: number) => `AlexaMediaPlayer/2.1.${4600 + v}.0 (Linux;Android 5.1.1) ExoPlayerLib/1.5.9`,
  (v: number) => `TuneIn Radio/25.${v} (Android 34; SM-S91${v % 10}B; Mobile)`,
];

/**
 * Writes the slices of one day (UTC, starting at `day`) into the spool of an engine that isn't running, batch by batch
 * as the engine would have: quarter hour after quarter hour, from 200,000 listeners.
 */
export const fillSpool = (
  folder: string,
  at: { day: number; events: number; stations: number; batchEvents: number },
): void => {
  const spool = createSpool({
    folder: join(folder, 'engine', 'spool'),
    batchEvents: at.batchEvents,
    failed: failLoudly,
  });
  const random = randomFrom(11);
  const perQuarter = Math.floor(at.events / quarters);
  for (let quarter = 0; quarter < quarters; quarter++) {
    const events: EngineEvent[] = [];
    const count = quarter === 0 ? at.events - perQuarter * (quarters - 1) : perQuarter;
    for (let i = 0; i < count; i++) events.push(sliceOf(at.day + quarter * quarterMs, at.stations, random));
    spool.append(events);
  }
  spool.stop();
};

const failLoudly = (error: unknown): never => {
  throw error instanceof Error ? error : new Error(String(error));
};

const sliceOf = (quarter: number, stations: number, random: () => number): SliceEvent => {
  const listener = Math.floor(random() * 200_000);
  const station = 1 + Math.floor(stations ** random() - 1);
  const n = Math.floor(random() * 3);
  const from = n > 0 ? quarter : quarter + Math.floor(random() * 600_000);
  const last = random() < 0.4;
  const to = last ? from + Math.floor(random() * (quarter + quarterMs - from)) : quarter + quarterMs;
  return {
    ...{ type: 'slice', session: randomUUID(), n, station: keyOf('s', station), account: keyOf('a', 1) },
    ...{ started: from - n * quarterMs, from, to, bytes: (to - from) * 16, first: n === 0, last },
    ...{ ip: addressOf(listener), user_agent: agents[listener % agents.length]!(listener % 50) },
    ...{ referer: listener % 3 === 0 ? `https://radio.example/${String(listener % 40)}` : '', output: 'stream' },
  };
};

/** One listener in ten has an IPv6 address. */
const addressOf = (listener: number): string => {
  const mixed = Math.imul(listener + 1, 0x9e3779b1) >>> 0;
  if (listener % 10 === 0) return `2a02:${(mixed >>> 16).toString(16)}:${(mixed & 0xffff).toString(16)}::1`;
  return [20 + (mixed >>> 24) * 0.7, (mixed >>> 16) & 255, (mixed >>> 8) & 255, mixed & 255].map(Math.floor).join('.');
};

/** The key of row `n`, as the bench's database has it. */
export const keyOf = <K extends string>(prefix: string, n: number): K => {
  const md5 = createHash('md5')
    .update(`${prefix}${String(n)}`)
    .digest('hex');
  return `${prefix}-${md5.replaceAll('0', 'z').slice(0, 22)}` as K;
};
