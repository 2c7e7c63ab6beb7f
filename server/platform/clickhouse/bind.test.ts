import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { bind, query, type Params } from './bind.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => (clickhouse = await testClickHouse()));
afterAll(async () => await clickhouse.drop());

const valueOf = async (sql: string, params: Params): Promise<unknown> =>
  (await query<{ found: unknown }>(clickhouse.client, `select ${sql} as found`, params))[0]?.found;

it.each(["it's", 'back\\slash', 'line\nbreak\ttab', '{other:String}', 'ñandú 🎙', ''])(
  'writes the text %j',
  async (text) => {
    expect(await valueOf('{text:String}', { text, other: 'replaced' })).toBe(text);
    expect(await valueOf('{texts:Array(String)}', { texts: ['a', text] })).toEqual(['a', text]);
    expect(await valueOf('{text:String} in {texts:Array(String)}', { text, texts: ['a', text] })).toBe(1);
    const pairs = [['b', text]];
    expect(await valueOf('{pairs:Array(Tuple(String, String))}[1].2', { pairs })).toBe(text);
  },
);

it('writes numbers, conditions and times as their types', async () => {
  expect(await valueOf('toString({n:UInt16})', { n: 1440 })).toBe('1440');
  expect(await valueOf('toString({numbers:Array(Int64)})', { numbers: [-1, 0, 2] })).toBe('[-1,0,2]');
  expect(await valueOf('{numbers:Array(Int64)}', { numbers: [] })).toEqual([]);
  expect(await valueOf('toUInt8(({yes:Bool} or 0) and not {no:Bool})', { yes: true, no: false })).toBe(1);
  const at = Date.UTC(2026, 10, 20, 9, 30, 15, 250);
  expect(await valueOf('toString({at:DateTime64(3)})', { at })).toBe('2026-11-20 09:30:15.250');
  expect(await valueOf('toString({at:DateTime})', { at: at - 250 })).toBe('2026-11-20 09:30:15');
});

it('refuses a value that is missing or not of its type', () => {
  expect(() => bind('select {a:String}', {})).toThrow('parameter a has no value');
  expect(() => bind('select {a:String}', { a: 1 })).toThrow('instead of text');
  expect(() => bind('select {a:UInt8}', { a: '1; drop table slices' })).toThrow('instead of a number');
  expect(() => bind('select {a:Array(String)}', { a: 'x' })).toThrow('instead of a list');
});
