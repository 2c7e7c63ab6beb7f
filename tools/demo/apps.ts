import { createHash, randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { accounts } from '#contract/api/accounts.ts';
import { appStats } from '#contract/api/app-stats.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { mergeSessionDays, sessionRow, type AppSessionDay } from '#server/domains/analytics/app/app-sessions.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { shareAt } from './listening.ts';
import { randomFrom } from './music.ts';
import type { PortalClient } from './portal-client.ts';
import type { CreatedStation } from './create-stations.ts';

const platforms = { ios: 'iOS', android: 'Android' } as const;
/** The share of a station's audience that listens in its application. */
const appShare = 0.35;

/** Adds the missing applications of each platform to the accounts, and sends a listening event from each. */
export const createApps = async (call: PortalClient, staged: readonly CreatedStation[]): Promise<void> => {
  for (const account of new Set(staged.map((one) => one.account))) {
    for (const platform of ['ios', 'android'] as const) {
      const applicationKey = await applicationOf(call, account, platform);
      const { station } = staged.find((one) => one.account === account)!;
      const event = { id: randomUUID(), type: 'start', session: randomUUID(), station, platform } as const;
      const events = [{ ...event, listener: `demonstration ${platform}`, at: new Date().toISOString() }];
      await call(appStats.report, { params: { applicationKey }, body: { events } });
    }
  }
};

const applicationOf = async (call: PortalClient, id: AccountKey, platform: 'ios' | 'android'): Promise<string> => {
  const applications = await call(accounts.applications, { params: { id } });
  const match = applications.find((one) => one.platform === platform);
  if (match) return match.applicationKey;
  const body = { name: `Our app for ${platforms[platform]}`, platform };
  return (await call(accounts.addApplication, { params: { id }, body })).applicationKey;
};

/** Inserts a station's application sessions of one day (UTC), today's until now; repeating a day changes nothing. */
export const writeAppDay = async (clickhouse: ClickHouseClient, at: CreatedStation, day: number): Promise<number> => {
  const rows = sessionsOf(at, day).filter(({ first }) => first < Date.now());
  if (rows.length > 0)
    await clickhouse.insert({
      table: 'app_sessions',
      values: mergeSessionDays(rows).map(sessionRow),
      format: 'JSONEachRow',
    });
  return rows.length;
};

const sessionsOf = (at: CreatedStation, day: number): AppSessionDay[] => {
  const random = randomFrom(day / dayMs + at.of.audience * 104_729);
  const rows: AppSessionDay[] = [];
  for (let hour = 0; hour < 24; hour++) {
    const expected = at.of.audience * appShare * shareAt(at.of.timezone, day + hour * hourMs);
    const sessions = Math.round(expected * (0.7 + random() * 0.6));
    for (let i = 0; i < sessions; i++) rows.push(...sessionOf(at, day + (hour + random()) * hourMs, random));
  }
  return rows;
};

/** A session has a row for each day (UTC) it covers. */
const sessionOf = (at: CreatedStation, startedAt: number, random: () => number): AppSessionDay[] => {
  const listener = Math.floor(random() ** 1.7 * at.of.audience * 9);
  const endsAt = startedAt + Math.min(240, Math.exp(2.4 + 1.1 * (random() + random() + random() - 1.5) * 2)) * 60_000;
  const hasEnd = random() < 0.8;
  const session = uuidOf(`${at.station} ${String(startedAt)} ${String(listener)}`);
  const fixed = {
    ...{ station: at.station, platform: listener % 5 < 3 ? 'android' : 'ios', session },
    ...{ listener: String((BigInt(at.of.audience) << 40n) + BigInt(listener) * 2_654_435_761n) },
    country: countryOf(at, listener),
  };
  const midnight = (Math.floor(startedAt / dayMs) + 1) * dayMs;
  const days =
    endsAt <= midnight
      ? [{ first: startedAt, last: endsAt }]
      : [
          { first: startedAt, last: midnight - 1 },
          { first: midnight, last: endsAt },
        ];
  return days.map(({ first, last }) => ({
    ...fixed,
    day: Math.floor(first / dayMs) * dayMs,
    first,
    last,
    ended: hasEnd && last === endsAt ? last : 0,
  }));
};

const countryOf = (at: CreatedStation, listener: number): string => {
  let remaining = randomFrom(listener + 29)();
  const countries = Object.entries(at.of.countries);
  return (countries.find(([, share]) => (remaining -= share) <= 0) ?? countries[0]!)[0];
};

const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
