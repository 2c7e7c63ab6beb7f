import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { analytics } from '#contract/api/analytics.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { session } from '#contract/api/session.ts';
import { requestUrl } from '#contract/api/request.ts';
import { call, connectCalls } from './call.ts';

const auth = { token: vi.fn(async () => 'one'), renew: vi.fn(async () => true), lose: vi.fn(), accepted: vi.fn() };
const fetchMock = vi.fn<typeof fetch>();
const reply = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  connectCalls(auth);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  fetchMock.mockReset();
});

test('fills the path parameters and repeats array queries', () => {
  const keys = ['s-1', 's-2'] as StationKey[];
  const url = requestUrl(analytics.stations, {
    params: { type: 'day' },
    query: { stationKeys: keys, from_date: '2026-11-21', to_date: undefined },
  });
  expect(url).toBe('/v1/stations/stats/day?stationKeys=s-1&stationKeys=s-2&from_date=2026-11-21');
});

test('renews the session once after a 401 and retries', async () => {
  fetchMock.mockResolvedValueOnce(reply(401, {})).mockResolvedValueOnce(reply(200, { id: 'me' }));
  await expect(call(session.me, {})).resolves.toEqual({ id: 'me' });
  expect(auth.renew).toHaveBeenCalledTimes(1);
  expect(auth.lose).not.toHaveBeenCalled();
});

test('ends the session after a second 401', async () => {
  fetchMock.mockImplementation(async () => reply(401, {}));
  await expect(call(session.me, {})).rejects.toMatchObject({ code: 'session.required' });
  expect(fetchMock).toHaveBeenCalledTimes(2);
  expect(auth.lose).toHaveBeenCalledTimes(1);
});

test('reports that the portal accepts the session, which a refusal and an open endpoint do not say', async () => {
  fetchMock.mockImplementation(async () => reply(401, {}));
  await expect(call(session.me, {})).rejects.toMatchObject({ code: 'session.required' });
  fetchMock.mockImplementation(async () => reply(200, {}));
  await call(session.config, {});
  expect(auth.accepted).not.toHaveBeenCalled();
  await call(session.me, {});
  expect(auth.accepted).toHaveBeenCalledTimes(1);
});

test('throws the server’s error, or the default for foreign responses', async () => {
  fetchMock.mockResolvedValueOnce(
    reply(404, { error: { code: 'account.notFound', title: 'Account not found', message: 'Gone' } }),
  );
  const input = { params: { key: 'a-1' as AccountKey } };
  await expect(call(accounts.get, input)).rejects.toMatchObject({ code: 'account.notFound', message: 'Gone' });
  fetchMock.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(accounts.get, input)).rejects.toMatchObject({ code: 'prompt.network' });
});

test('sends the same idempotency key with a repeated creation', async () => {
  fetchMock.mockImplementation(async () => reply(201, {}));
  const body = { company: 'Radio', email: 'a@b.example' };
  await call(accounts.create, { body }, { idempotencyKey: 'k' });
  expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('idempotency-key')).toBe('k');
});

test('does not compile with an unknown name in the body', async () => {
  fetchMock.mockImplementation(async () => reply(200, {}));
  const body = { email: 'ada@example.com', emial: 'ada@example.com' };
  // @ts-expect-error: misspelt
  await call(session.email, { body });
  // Fields that the call returns may be sent back.
  const me = { basic_info: { first_name: 'Ada' }, updated: '2026-11-21T00:00:00Z' };
  await call(session.update, { body: me });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});
