import type { ClickHouseClient } from '@clickhouse/client';
import { recordCalls, type RecordedCall } from '#server/domains/analytics/calls/record-calls.service.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { dayMs, hourMs, minuteMs } from '#contract/rules/time.ts';
import { shareAt } from './listening.ts';
import { randomFrom } from './music.ts';
import type { CreatedStation } from './create-stations.ts';

type Target = { clickhouse: ClickHouseClient; secrets: Secrets };

/** Records a station's calls to listen of one day (UTC), ended ones only; repeating a day changes nothing. */
export const writeCallDay = async (target: Target, at: CreatedStation, day: number): Promise<number> => {
  const calls = callsOf(at, day).filter(({ ended }) => ended < Date.now());
  await recordCalls({ ...target, clock: systemClock }, calls);
  return calls.length;
};

const callsOf = (at: CreatedStation, day: number): RecordedCall[] => {
  const random = randomFrom(day / dayMs + at.of.audience * 15_485_863);
  const calls: RecordedCall[] = [];
  for (let hour = 0; hour < 24; hour++) {
    const expected = at.of.audience * 0.03 * shareAt(at.of.timezone, day + hour * hourMs);
    const count = Math.floor(expected * (0.5 + random()) + random());
    for (let i = 0; i < count; i++) calls.push(callAt(at, day + (hour + random()) * hourMs, random));
  }
  return calls.map((call, i) => ({ ...call, call: `demonstration ${at.station} ${String(day)} ${String(i)}` }));
};

/** Nine of ten calls are answered; those last from minutes to hours. */
const callAt = (at: CreatedStation, started: number, random: () => number): RecordedCall => {
  const caller = Math.floor(random() ** 2 * at.of.audience);
  const countries = Object.keys(at.of.countries);
  const answered = random() < 0.9 ? started + 2000 + random() * 6000 : null;
  const talkMs = answered === null ? random() * 30_000 : Math.min(180, Math.exp(1.8 + random() * 2.6)) * minuteMs;
  return {
    ...{ call: '', station: at.station, account: at.account },
    did: numbersOf(at)[random() < 0.75 ? 0 : 1]!,
    caller: `+999${String(caller).padStart(7, '0')}`,
    country: countries[caller % 7 === 0 ? Math.min(1, countries.length - 1) : 0] ?? '',
    ...{ started, answered, ended: (answered ?? started) + talkMs },
  };
};

/** A station's fictitious numbers, which no carrier assigns: one of the sandbox, and one more. */
export const numbersOf = (at: CreatedStation): readonly [string, string] => {
  const line = `01${String(at.of.audience % 100).padStart(2, '0')}`;
  return [`+1202555${line}`, `+1312555${line}`];
};
