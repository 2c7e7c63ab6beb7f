import { connect, createServer, type AddressInfo } from 'node:net';
import type { ClickHouseClient } from '@clickhouse/client';

/* Helpers for consumer tests: compare raw rows with rollups, and put ClickHouse out of reach. */

type Sums = { ms: number; connected: number; disconnected: number };
const raw = `toFloat64(sum(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms,
  toFloat64(sum(first)) as connected, toFloat64(sum(last)) as disconnected`;
const summed = `toFloat64(sum(t.ms)) as ms, toFloat64(sum(t.connected)) as connected,
  toFloat64(sum(t.disconnected)) as disconnected`;

/** Totals of the slices and of each rollup table; a difference means that something was counted twice or lost. */
export const totalsByTable = async (clickhouse: ClickHouseClient) => {
  const of = async (table: string, columns: string, which = '1'): Promise<Sums> => {
    const query = `select ${columns} from ${table} as t where ${which}`;
    const result = await clickhouse.query({ query, format: 'JSONEachRow' });
    return (await result.json<Sums>())[0]!;
  };
  return {
    slices: await of('slices', raw),
    minutes: await of('listening_minutes', summed, `station <> ''`),
    quarters: await of('listening_buckets', summed, 'minutes = 15'),
    days: await of('listening_buckets', summed, 'minutes = 1440'),
    countries: await of('audience_buckets', summed, `dimension = 'country' and minutes = 60`),
    cities: await of('audience_buckets', summed, `dimension = 'city' and minutes = 60`),
    outputs: await of('audience_buckets', summed, `dimension = 'output' and minutes = 60`),
    portalMinutes: await of('listening_minutes', summed, `station = ''`),
    portalHours: await of('listening_buckets', summed, `minutes = 60`),
    portalCountries: await of('audience_buckets', summed, `dimension = 'country' and minutes = 1440`),
    portalCities: await of('audience_buckets', summed, `dimension = 'city' and minutes = 10080`),
  };
};

/** A TCP proxy to ClickHouse that rejects connections until `open()`; `knocked` resolves on the first attempt. */
export const blockedProxy = async (url: string) => {
  const real = new URL(url);
  let isOpen = false;
  const knocked = Promise.withResolvers<void>();
  const proxy = createServer((socket) => {
    knocked.resolve();
    if (!isOpen) return void socket.destroy();
    const upstream = connect(Number(real.port), real.hostname);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(real), { port: String(port) }).href,
    knocked: knocked.promise,
    open: () => (isOpen = true),
    close: () => proxy.close(),
  };
};
