import { createHmac } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { CallEvent } from '#contract/engine/engine-calls.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Kernel, Secrets } from '#server/kernel/kernel.ts';
import { addressKeyName } from '#server/platform/address-hash.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import { countryOfNumber } from '#server/platform/phone-number.ts';

/*
 * Call-to-listen calls: one row each, of which the last recorded counts. `answered` is 1970-01-01 where the call was
 * not answered; the caller's number is hashed.
 */

const settings = 'fsync_after_insert = 1, index_granularity = 1024';

export const callTables = [
  `create table if not exists calls (
    station LowCardinality(String), account LowCardinality(String), call String, did LowCardinality(String),
    caller UInt64, country LowCardinality(String), started DateTime64(3, 'UTC'), answered DateTime64(3, 'UTC'),
    ended DateTime64(3, 'UTC'), recorded DateTime64(3, 'UTC'), prompt_ms UInt32 default 0, station_ms UInt32 default 0,
    end LowCardinality(String) default '', reason LowCardinality(String) default '', trunk LowCardinality(String) default ''
  ) engine = ReplacingMergeTree(recorded) order by (station, call) settings ${settings}`,
] as const;

/** A completed call; times in ms since the epoch, `answered` null where it was not answered. */
export type RecordedCall = {
  /** Its id in the telephone system. */
  call: string;
  station: StationKey;
  account: AccountKey;
  /** The number that was called. */
  did: string;
  /** The caller's number, '' where it was withheld. */
  caller: string;
  /** ISO 3166, '' where unknown. */
  country: string;
  started: number;
  answered: number | null;
  ended: number;
  /** What the engine knows of a call that it answered: how long the prompt and the station were heard, */
  prompt_ms?: number;
  station_ms?: number;
  /** who ended it and why, and the trunk that it came over. */
  end?: CallEvent['end'];
  reason?: string;
  trunk?: string;
};

/** An engine's call as statistics record it, with the caller's country. */
export const recordedCall = ({
  type: _type,
  codec: _codec,
  lost: _lost,
  digits: _digits,
  ...call
}: CallEvent): RecordedCall => ({ ...call, country: countryOfNumber(call.caller) });

type Deps = Pick<Kernel, 'secrets' | 'clock'> & { clickhouse: ClickHouseClient };

/**
 * Records calls for statistics and returns when they are on disk. A call recorded again replaces the earlier row; the
 * caller's number is stored only as a keyed hash.
 */
export const recordCalls = async (
  { clickhouse, secrets, clock }: Deps,
  calls: readonly RecordedCall[],
): Promise<void> => {
  if (calls.length === 0) return;
  const recorded = clickhouseTime(clock.now().getTime());
  const values = await Promise.all(calls.map(async (call) => ({ ...(await rowOf(secrets, call)), recorded })));
  await clickhouse.insert({ table: 'calls', values, format: 'JSONEachRow' });
};

const rowOf = async (secrets: Secrets, { started, answered, ended, caller, ...call }: RecordedCall) => ({
  ...call,
  caller: await hashCaller(secrets, call.account, caller, started),
  started: clickhouseTime(started),
  answered: clickhouseTime(answered ?? 0),
  ended: clickhouseTime(Math.max(started, ended)),
});

const hashCaller = async (secrets: Secrets, account: AccountKey, caller: string, at: number): Promise<string> => {
  const key = await secrets.get(addressKeyName(new Date(at)));
  return createHmac('sha256', key).update(`call\n${account}\n${caller}`).digest().readBigUInt64BE(0).toString();
};
