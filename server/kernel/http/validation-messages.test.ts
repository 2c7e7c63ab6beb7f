import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { makeWorld, type World } from '#server/testing/world.ts';
import type { TestClient } from '#server/testing/client.ts';

let portal: TestPortal;
let world: World;
let owner: TestClient;
beforeAll(async () => {
  portal = await testPortal();
  world = await makeWorld(portal);
  owner = await portal.as(world.people.accountOwner);
});
afterAll(() => portal.close());

const fieldsOf = async (method: string, path: string, body?: object): Promise<unknown> => {
  const reply = await owner.send(method, path, body && JSON.stringify(body), { 'content-type': 'application/json' });
  expect(reply.status).toBe(400);
  const { error } = (await reply.json()) as { error: { title: string; message: string; fields: unknown } };
  expect(error).toMatchObject({ title: 'Validation error', message: 'Please check inputs and try again.' });
  return error.fields;
};

it('reports the problem of each field, with the messages of the forms', async () => {
  const { account, station } = world.keys.own;
  expect(await fieldsOf('POST', `/v1/accounts/${account}/people/admin`, {})).toEqual({
    email: 'This field is required',
  });
  expect(await fieldsOf('POST', `/v1/accounts/${account}/stations/`, {})).toEqual({ name: 'This field is required' });
  expect(await fieldsOf('GET', `/v1/accounts/${account}/stations/search?limit=1001`)).toEqual({
    limit: 'At most 1000',
  });
  expect(await fieldsOf('GET', `/v1/accounts/${account}/stations/search?limit=many`)).toEqual({
    limit: 'Please enter a number',
  });
  expect(await fieldsOf('PUT', `/v1/stations/${station}`, { tags: ['foo'] })).toEqual({
    'tags.0': expect.stringMatching(/^Please choose one of: .*web/) as string,
  });
  expect(await fieldsOf('PUT', '/v1/users/me', { basic_info: { birthday: '1.2.1990' } })).toEqual({
    'basic_info.birthday': 'Please enter a date like 1988-05-17.',
  });
});

it('treats an empty search as no search', async () => {
  const path = `/v1/accounts/${world.keys.own.account}/stations/search`;
  const all: unknown = await (await owner.send('GET', path)).json();
  const reply = await owner.send('GET', `${path}?search=`);
  expect([reply.status, await reply.json()]).toEqual([200, all]);
});
