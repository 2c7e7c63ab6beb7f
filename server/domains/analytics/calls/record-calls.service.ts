import { createHmac } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Kernel, Secrets } from '#server/kernel/kernel.ts';
import { addressKeyName } from '#server/platform/address-hash.ts';
import { moment } from '../enrich.ts';

/** A call that is over; times in ms since the epoch, `answered` null where it wasn't put through. */
export type RecordedCall = {
  /** The telephone system's id of it. */
  call: string;
  station: StationKey;
  account: AccountKey;
  /** The number that was called. */
  did: string;
  /** The caller's number, '' where it was hidden. */
  caller: string;
  /** ISO 3166, '' where it isn't known. */
  country: string;
  started: number;
  answered: number | null;
  ended: number;
};

type Deps = Pick<Kernel, 'secrets' | 'clock'> & { clickhouse: ClickHouseClient };

/**
 * Records calls for the statistics, and returns when they are on disk. A call that is recorded again counts once, as it
 * was recorded last; of the caller's number only a keyed hash is kept.
 */
export const recordCalls = async (
  { clickhouse, secrets, clock }: Deps,
  calls: readonly RecordedCall[],
): Promise<void> => {
  if (calls.length === 0) return;
  const recorded = moment(clock.now().getTime());
  const values = await Promise.all(calls.map(async (call) => ({ ...(await rowOf(secrets, call)), recorded })));
  await clickhouse.insert({ table: 'calls', values, format: 'JSONEachRow' });
};

const rowOf = async (secrets: Secrets, { started, answered, ended, caller, ...call }: RecordedCall) => ({
  ...call,
  caller: await hashCaller(secrets, call.account, caller, started),
  started: moment(started),
  answered: moment(answered ?? 0),
  ended: moment(Math.max(started, ended)),
});

const hashCaller = async (secrets: Secrets, account: AccountKey, caller: string, at: number): Promise<string> => {
  const key = await secrets.get(addressKeyName(new Date(at)));
  return createHmac('sha256', key).update(`call\n${account}\n${caller}`).digest().readBigUInt64BE(0).toString();
};
