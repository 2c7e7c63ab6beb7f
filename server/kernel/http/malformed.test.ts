import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { allEndpoints } from '#contract/api/index.ts';
import type { Request as Input } from '#contract/api/request.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { fixtureOf } from '#server/testing/fixtures.ts';
import { inputWith } from '#server/testing/input-with.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { makeWorld, type Keys, type World } from '#server/testing/world.ts';
import { isOpen, tokenPurpose } from '../auth/access.ts';

/* Every endpoint × malformed input: 400 that names the field, never an internal error. */

let portal: TestPortal;
let world: World;
let own: Keys;
let session: TestClient;
beforeAll(async () => {
  portal = await testPortal();
  world = await makeWorld(portal);
  own = world.keys.own;
  session = await portal.as(world.people.portalAdmin);
});
afterAll(() => portal.close());

const wrong = ['nonsense', '-1', '1e99', 'x'.repeat(5000), '2026-99-99', '[]'];
const farDates = ['9999-12-31', '1117-01-20', '0399-08-30T14:58:05+23:18'];
const odd = ['\u0000', '%', "'; drop table users; --", '\u202e'];

const listed = allEndpoints().map(({ domain, name, endpoint }) => ({ title: `${domain}.${name}`, endpoint }));

const clientFor = async (endpoint: AnyEndpoint): Promise<TestClient> => {
  if (isOpen(endpoint)) return testClient(portal.url, undefined);
  const purpose = tokenPurpose(endpoint);
  if (!purpose) return session;
  const resource = purpose === 'media.preview' ? own.track : own.station;
  const token = await portal.kernel.tokens.sign(purpose, resource ?? '', world.people.accountOwner.id);
  return testClient(portal.url, token);
};

const valid = (title: string, endpoint: AnyEndpoint): Input => inputWith(endpoint, fixtureOf(title), () => own);

/** 'unexpected' for an internal error, which no input may cause. */
const statusOf = async (client: TestClient, endpoint: AnyEndpoint, input: Input): Promise<number | string> => {
  const { token: _theirs, ...query } = input.query ?? {};
  const { status, text } = await client.ask(endpoint, { ...input, query });
  return status >= 500 && text.includes('request.unexpected') ? 'unexpected' : status;
};

const refuses = (schema: z.ZodMiniType, value: unknown) => !z.safeParse(schema, value).success;

describe.each(listed)('$title', ({ title, endpoint }) => {
  const parts = { params: endpoint.params, query: endpoint.spec.query ?? {} };
  const fields = Object.entries(parts).flatMap(([part, shape]) =>
    Object.entries(shape)
      .filter(([name]) => name !== 'token')
      .map(([name, schema]) => ({ part: part as 'params' | 'query', name, schema })),
  );

  it('refuses invalid values in its URL', async () => {
    const client = await clientFor(endpoint);
    const input = valid(title, endpoint);
    for (const { part, name, schema } of fields)
      for (const value of wrong.filter((one) => refuses(schema, one) && refuses(schema, [one])))
        expect(
          await statusOf(client, endpoint, { ...input, [part]: { ...input[part], [name]: value } }),
          `${part}.${name}=${value.slice(0, 20)}`,
        ).toBe(400);
  });

  it('refuses days and times out of range', () => {
    const accepts = (schema: z.ZodMiniType, value: string) => !refuses(schema, value);
    for (const { part, name, schema } of fields)
      if (['2026-11-21', '2026-11-21T10:00:00Z'].some((date) => accepts(schema, date)) && refuses(schema, 'nonsense'))
        for (const date of farDates) expect(accepts(schema, date), `${part}.${name}=${date}`).toBe(false);
  });

  it('survives odd characters', async () => {
    const client = await clientFor(endpoint);
    const input = valid(title, endpoint);
    for (const { part, name } of fields)
      for (const value of odd)
        expect(
          await statusOf(client, endpoint, { ...input, [part]: { ...input[part], [name]: value } }),
          `${part}.${name}=${value}`,
        ).not.toBe('unexpected');
    for (const name of Object.keys(input.body ?? {}))
      expect(
        await statusOf(client, endpoint, { ...input, body: { ...(input.body as object), [name]: 'ab\u0000cdefgh' } }),
        `body.${name}`,
      ).not.toBe('unexpected');
  });

  const { body } = endpoint.spec;
  if (!body) return;
  it('refuses a body of another shape, broken JSON and a missing body', async () => {
    const client = await clientFor(endpoint);
    const input = valid(title, endpoint);
    for (const value of [[], 'text', 7, null].filter((one) => refuses(body, one)))
      expect(await statusOf(client, endpoint, { ...input, body: value }), JSON.stringify(value)).toBe(400);
    for (const name of 'shape' in body ? Object.keys(body.shape as object) : []) {
      const given = { ...(input.body as object), [name]: { nested: true } };
      if (refuses(body, given)) expect(await statusOf(client, endpoint, { ...input, body: given }), name).toBe(400);
    }
    if (refuses(body, undefined)) expect(await statusOf(client, endpoint, { ...input, body: undefined })).toBe(400);
  });
});

it('refuses a URL that cannot be decoded in the same form', async () => {
  const reply = await session.send('GET', '/v1/accounts/%zz');
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ error: { code: 'request.malformed' } });
});
