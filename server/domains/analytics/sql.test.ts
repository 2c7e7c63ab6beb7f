import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { ask, isTooMuch } from './sql.service.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => (clickhouse = await testClickHouse()));
afterAll(async () => await clickhouse.drop());

const failureOf = async (query: string): Promise<unknown> =>
  await ask(clickhouse.client, query).then(
    () => undefined,
    (error: unknown) => error,
  );

it('gives a question up that reads too much, and tells that from a failure', async () => {
  expect(isTooMuch(await failureOf('select sum(number) from numbers(1000000000)'))).toBe(true);
  expect(isTooMuch(await failureOf('select nothing from nowhere'))).toBe(false);
});
