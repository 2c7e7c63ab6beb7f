import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { call } from '#web/lib/call.ts';
import { withLibraryToken } from './library-token.ts';

/* Spec §7: the token goes in a header and is refreshed once after a 401, then the request is retried once. */

type LoggedRequest = { url: string; authorization: string | null };
let requests: LoggedRequest[];
let issued: number;
/** The tokens that the library accepts. */
let isValid: (token: string) => boolean;

beforeEach(() => {
  requests = [];
  issued = 0;
  isValid = () => true;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('authorization');
    requests.push({ url, authorization });
    if (url.endsWith('/library_token/')) {
      issued += 1;
      return Response.json({ token: `token-${issued}`, url: '/media/', uploader: '/media/upload/' });
    }
    const error = { code: 'session.tokenInvalid', title: '', message: '' };
    return isValid(authorization?.replace('Bearer ', '') ?? '')
      ? Response.json({ tracks: [], total: 0, capped: false })
      : Response.json({ error }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const list = (station: string) => withLibraryToken(station as StationKey, (token) => call(library.list, {}, { token }));
const tokensSent = () => requests.filter(({ url }) => url.startsWith('/media/')).map((one) => one.authorization);

test('sends the token in a header and fetches it once', async () => {
  await list('s-once');
  await list('s-once');
  expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-1']);
  expect(requests.some(({ url }) => url.includes('token-1'))).toBe(false);
});

test('fetches a new token after a 401 and retries once', async () => {
  isValid = (token) => token !== 'token-1';
  await list('s-old');
  expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('gives up if the new token is refused too', async () => {
  isValid = () => false;
  await expect(list('s-refused')).rejects.toMatchObject({ status: 401 });
  expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-2']);
});
