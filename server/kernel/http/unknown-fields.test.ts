import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '#contract/api/index.ts';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { bodyReader } from './unknown-fields.ts';

let portal: TestPortal;
let client: TestClient;
let owner: Awaited<ReturnType<TestPortal['make']['person']>>;
beforeAll(async () => {
  portal = await testPortal();
  owner = await portal.make.person();
  client = await portal.as(owner);
});
afterAll(() => portal.close());

it('refuses a misspelt field of a profile, and accepts the whole profile as returned', async () => {
  const wrong = await client.call(session.update, { body: { fist_name: 'Ada' } as object });
  expect([wrong.status, wrong.json.error.fields]).toEqual([400, { fist_name: 'Unknown field.' }]);
  const read = await client.send('GET', '/v1/users/me');
  const headers = { 'content-type': 'application/json' };
  const again = await client.send('PUT', '/v1/users/me', await read.text(), headers);
  expect(again.status).toBe(200);
});

it('accepts a whole station as returned', async () => {
  const account = await portal.make.account();
  await portal.make.accountMember(account, owner, 'owner');
  const key = await portal.make.station(account);
  const station = await client.ok(stations.get, { params: { key } });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ...station, about: 'Changed' });
  const reply = await client.send('PUT', `/v1/stations/${key}`, body, headers);
  expect([reply.status, await reply.json()]).toMatchObject([200, { about: 'Changed' }]);
});

const withBodies = allEndpoints().flatMap(({ domain, name, endpoint }) => {
  const schema = endpoint.spec.body ?? endpoint.spec.form?.json?.schema;
  return schema ? [{ title: `${domain}.${name}`, endpoint, schema }] : [];
});

it.each(withBodies)('knows the field names of $title', ({ endpoint, schema }) => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (json.type !== 'object' || (json.additionalProperties !== undefined && json.additionalProperties !== false))
    return;
  const read = bodyReader(endpoint);
  expect(() => read(schema, { misspelt_name: 1 })).toThrow(
    expect.objectContaining({ fields: expect.objectContaining({ misspelt_name: 'Unknown field.' }) }),
  );
});
