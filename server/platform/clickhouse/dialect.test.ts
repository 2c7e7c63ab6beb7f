import { expect, it } from 'vitest';
import { replicated } from './dialect.ts';

it('writes the statement of a replicated table with the same engine, arguments and window', () => {
  const statement = `create table if not exists calls (at DateTime) engine = ReplacingMergeTree(recorded)
    order by at settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1`;
  expect(replicated(statement))
    .toBe(`create table if not exists calls (at DateTime) engine = ReplicatedReplacingMergeTree(recorded)
    order by at settings replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, fsync_after_insert = 1`);
});

it('deduplicates nothing in a table that has no window on a single server', () => {
  const none = 'replicated_deduplication_window = 0, replicated_deduplication_window_seconds = 604800';
  expect(replicated('create table t (n UInt8) engine = MergeTree order by n settings index_granularity = 64')).toBe(
    `create table t (n UInt8) engine = ReplicatedMergeTree order by n settings ${none}, index_granularity = 64`,
  );
  expect(replicated('create table t (n UInt8) engine = MergeTree order by n')).toBe(
    `create table t (n UInt8) engine = ReplicatedMergeTree order by n settings ${none}`,
  );
});
