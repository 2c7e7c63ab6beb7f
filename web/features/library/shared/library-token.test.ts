import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StationKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { call } from '#web/lib/call.ts';
import { withLibraryToken } from './library-token.ts';

/* Spec §7: the token goes in a header and is refreshed once after a 401, then the request is retried once. */

type Asked = { url: string; authorization: string | null };
let asked: Asked[];
let issued: number;
/** Tokens that the library still takes. */
let isGood: (token: string) => boolean;

beforeEach(() => {
  asked = [];
  issued = 0;
  isGood = () => true;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('authorization');
    asked.push({ url, authorization });
    if (url.endsWith('/library_token/')) {
      issued += 1;
      return Response.json({ token: `token-${issued}`, url: '/media/', uploader: '/media/upload/' });
    }
    const error = { code: 'session.tokenInvalid', title: '', message: '' };
    return isGood(authorization?.replace('Bearer ', '') ?? '')
      ? Response.json({ tracks: [], total: 0, capped: false })
      : Response.json({ error }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const list = (station: string) => withLibraryToken(station as StationKey, (token) => call(library.list, {}, { token }));
const tokensSent = () => asked.filter(({ url }) => url.startsWith('/media/')).map((one) => one.authorization);

test('sends the token in a header, and asks for it once', async () => {
  await list('s-once');
  await list('s-once');
  expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-1']);
  expect(asked.some(({ url }) => url.includes('token-1'))).toBe(false);
});

test('asks for a new token once after a 401, and tries again once', async () => {
  isGood = (token) => token !== 'token-1';
  await list('s-old');
  expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('gives up where the new token is refused as well', async () => {
  isGood = () => false;
  await expect(list('s-refused')).rejects.toMatchObject({ status: 401 });
  expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-2']);
});
