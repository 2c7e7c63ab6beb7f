import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#contract/api/session.ts';

/** A fake Storage whose entries are its own keys, as in browsers. */
const fakeStorage = (entries: Record<string, string> = {}): Storage =>
  Object.assign(
    Object.create({
      getItem(this: Record<string, string>, name: string) {
        return Object.hasOwn(this, name) ? this[name] : null;
      },
      setItem(this: Record<string, string>, name: string, value: string) {
        this[name] = value;
      },
      removeItem(this: Record<string, string>, name: string) {
        delete this[name];
      },
      clear(this: Record<string, string>) {
        for (const name of Object.keys(this)) delete this[name];
      },
    }) as Storage,
    entries,
  );

/** Loads a page with these stored preferences. */
const load = async (stored: Record<string, unknown> | undefined) => {
  vi.resetModules();
  const page = new EventTarget();
  const localStorage = fakeStorage(stored ? { preferences: JSON.stringify(stored) } : {});
  const win = Object.assign(page, { localStorage, sessionStorage: fakeStorage(), document: { cookie: '' } });
  vi.stubGlobal('window', win);
  vi.stubGlobal('localStorage', localStorage);
  const { preferencesNow, setPreferences } = await import('./preferences.ts');
  const { syncPreferences } = await import('./sync-preferences.ts');
  const { requestError } = await import('./api-error.ts');
  const keep = (me: Pick<User, 'id' | 'preferences'>, save: (change: object) => Promise<unknown>) =>
    syncPreferences(me, save, win as unknown as Window);
  const copy = () => JSON.parse(localStorage.getItem('preferences') ?? '{}') as Record<string, unknown>;
  return { preferencesNow, setPreferences, keep, copy, win, requestError };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const starred = [{ path: '/accounts', title: 'Accounts' }];
const saveMock = () => vi.fn(async (_change: object) => undefined);

it('prefers the server’s values to the local copy and keeps values the server never had', async () => {
  const page = await load({ theme: 'light', volume: 0.3, person: 'me' });
  page.keep({ id: 'me', preferences: { theme: 'dark', starred } }, saveMock());
  expect(page.preferencesNow()).toMatchObject({ theme: 'dark', starred, direction: 'ltr', volume: 0.3 });
  expect(page.copy()).toMatchObject({ theme: 'dark', person: 'me' });
});

it('does not show the preferences of another user of this browser', async () => {
  const page = await load({ theme: 'dark', direction: 'rtl', starred, person: 'other', unsaved: { theme: 'dark' } });
  page.win.localStorage.setItem('recent.account', 'a-1');
  const save = saveMock();
  page.keep({ id: 'me', preferences: {} }, save);
  await vi.runAllTimersAsync();
  expect(page.preferencesNow()).toMatchObject({ theme: 'auto', direction: 'ltr', starred: [] });
  expect(page.win.localStorage.getItem('recent.account')).toBe(null);
  expect(save).not.toHaveBeenCalled();
});

it('saves a change once it has settled, and never the volume', async () => {
  const page = await load(undefined);
  const save = saveMock();
  page.setPreferences({ direction: 'rtl' });
  page.keep({ id: 'me', preferences: { direction: 'ltr' } }, save);
  expect(page.preferencesNow().direction).toBe('rtl');
  page.setPreferences({ theme: 'light' });
  page.setPreferences({ theme: 'dark' });
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([[{ direction: 'rtl', theme: 'dark' }]]);
  page.setPreferences({ volume: 0.1 });
  await vi.runAllTimersAsync();
  expect(save).toHaveBeenCalledTimes(1);
});

it('keeps unsaved changes for the next visit and drops refused ones', async () => {
  const page = await load({ person: 'me' });
  const offline = vi.fn(() => Promise.reject(page.requestError('prompt.network')));
  page.keep({ id: 'me', preferences: {} }, offline);
  page.setPreferences({ theme: 'dark' });
  await vi.runAllTimersAsync();
  expect(offline).toHaveBeenCalledTimes(1);

  const next = await load(page.copy());
  const refused = vi.fn(() => Promise.reject(next.requestError('request.invalid')));
  next.keep({ id: 'me', preferences: { theme: 'light' } }, refused);
  expect(next.preferencesNow().theme).toBe('dark');
  await vi.runAllTimersAsync();
  expect(refused).toHaveBeenCalledTimes(1);
  next.win.dispatchEvent(new Event('online'));
  await vi.runAllTimersAsync();
  expect(refused).toHaveBeenCalledTimes(1);
});

it('saves a change made while another one is being saved', async () => {
  const page = await load({ person: 'me' });
  const reply = Promise.withResolvers<undefined>();
  const save = vi.fn((_change: object): Promise<undefined> => reply.promise);
  page.keep({ id: 'me', preferences: {} }, save);
  page.setPreferences({ starred });
  await vi.advanceTimersByTimeAsync(600);
  page.setPreferences({ starred: [] });
  await vi.advanceTimersByTimeAsync(600);
  reply.resolve(undefined);
  await vi.runAllTimersAsync();
  expect(save.mock.calls).toEqual([[{ starred }], [{ starred: [] }]]);
});
