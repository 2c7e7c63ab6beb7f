import { expect, it } from 'vitest';
import { clearLocally } from './clear-locally.ts';

const browser = (stored: Record<string, string>, cookies: string[]) => {
  const storageOf = (items: Record<string, string>) =>
    new Proxy(items as unknown as Storage, {
      get: (_target, name) =>
        ({
          getItem: (key: string) => items[key] ?? null,
          setItem: (key: string, value: string) => void (items[key] = value),
          removeItem: (key: string) => void delete items[key],
          clear: () => Object.keys(items).forEach((key) => delete items[key]),
        })[String(name)],
    });
  const jar = new Map(cookies.map((cookie) => cookie.split('=') as [string, string]));
  const document = {
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      if (/Max-Age=0; Path=\//.test(text)) jar.delete(text.split('=')[0] ?? '');
    },
  };
  const session = { growth: '1' };
  const win = { localStorage: storageOf(stored), sessionStorage: storageOf(session), document: document as Document };
  return { win, stored, session, jar };
};

it('keeps the appearance without its user, and the tokens for the sign-out at the provider', () => {
  const at = browser(
    {
      preferences: JSON.stringify({
        ...{ theme: 'dark', direction: 'rtl', volume: 0.5, person: 'me' },
        ...{ starred: [{ path: '/accounts', title: 'x' }], unsaved: { theme: 'dark' } },
      }),
      'session.user:issuer:client': '{}',
      'signin.abc': '{}',
      'draft.episode': 'text',
      'recent.account': 'a-1',
      'changelog.me': '1',
      'consent.choice': 'all',
      'analytics.visitor': 'v',
      'widget-session': 'token',
    },
    ['growth_panel=open', 'chat-session=abc'],
  );
  clearLocally(at.win);
  expect(Object.keys(at.stored).sort()).toEqual(['preferences', 'session.user:issuer:client']);
  expect(JSON.parse(at.stored['preferences'] ?? '')).toEqual({
    theme: 'dark',
    direction: 'rtl',
    volume: 0.5,
    person: '',
  });
  expect(at.session).toEqual({});
  expect([...at.jar.keys()]).toEqual([]);
});

it('clears everything even when the preferences cannot be parsed', () => {
  const at = browser({ preferences: '{', 'draft.x': '1' }, []);
  clearLocally(at.win);
  expect(at.stored).toEqual({ preferences: '{"person":""}' });
});
