import type { UserManager } from 'oidc-client-ts';
import { limits } from '#contract/limits.ts';
import { signInPaths } from '#contract/session.ts';
import { requestError } from './api-error.ts';
import { loadChunk } from './chunks.ts';

export type SessionSettings = { issuer: string; client_id: string };

/** Where a page stands when it has loaded. */
export type Boot =
  | { state: 'signedIn'; returnTo: string | undefined }
  | { state: 'leaving' }
  /** The provider knows them, the portal doesn't let them in. */
  | { state: 'refused' }
  /** Sign-in needs a secure context, which this origin isn't. */
  | { state: 'insecure' };

export type Session = {
  boot(): Promise<Boot>;
  /** A token with at least a minute to live; undefined when nobody is signed in. */
  token(): Promise<string | undefined>;
  renew(): Promise<boolean>;
  /** Leads through the provider's sign-in, also where a session exists, and back to `returnTo`. */
  signInAgain(returnTo: string, email: string): Promise<void>;
  signOut(): Promise<void>;
  lose(): void;
};

/**
 * The signed-in person of this browser, whose tokens all tabs share. Refresh tokens rotate and a reused one ends the
 * session, so one tab at a time refreshes, under a Web Lock, after looking whether another has just done it.
 */
export const createSession = (settings: SessionSettings, win: Window = window): Session => {
  if (!win.isSecureContext) return insecureSession;
  let loaded: Promise<UserManager> | undefined;
  // The client is needed to sign in and to refresh; a page whose token is good starts without it.
  const oidc = (): Promise<UserManager> =>
    (loaded ??= loadChunk(() => import('./oidc.ts')).then(({ makeUsers }) => makeUsers(settings, win)));
  const kept = (): Tokens | undefined => keptTokens(settings, win);
  const tabs = new BroadcastChannel('session');
  let leaving = false;
  let signedInAt = -Infinity;

  const goSignIn = async (): Promise<void> => {
    if (leaving) return;
    leaving = true;
    const returnTo = win.location.pathname + win.location.search + win.location.hash;
    await (await oidc()).signinRedirect({ state: { returnTo }, extraQueryParams: comeBackTo(returnTo) });
  };
  // A tab that finds nobody signed in says so: by then the provider has let the session go, in every tab.
  tabs.onmessage = () => {
    if (!kept()) void goSignIn();
  };
  const refreshUnless = (isGood: (tokens: Tokens) => boolean): Promise<boolean> =>
    navigator.locks.request('session.refresh', async () => {
      const now = kept();
      if (!now) return false;
      if (isGood(now)) return true;
      const renewed = await (await oidc()).signinSilent().catch(refusedOnly);
      return renewed !== null;
    });
  const token = async (): Promise<string | undefined> => {
    const now = kept();
    if (!now || hasTime(now)) return now?.access_token;
    const isRenewed = await refreshUnless(hasTime);
    return isRenewed ? kept()?.access_token : undefined;
  };

  const leave = async (isRefused = false): Promise<void> => {
    if (leaving) return;
    leaving = true;
    const [users, { clearLocally }] = await Promise.all([oidc(), loadChunk(() => import('./clear-locally.ts'))]);
    clearLocally(win);
    if (isRefused) win.sessionStorage.setItem(refusedPlace, 'yes');
    await users.signoutRedirect().catch(async () => {
      await users.removeUser();
      win.location.assign(signInPaths.signedOut);
    });
  };

  return {
    boot: async () => {
      if (win.location.pathname === signInPaths.signedIn) {
        signedInAt = Date.now();
        return finishSignIn(await oidc(), goSignIn);
      }
      if ((await token()) !== undefined) return { state: 'signedIn', returnTo: undefined };
      if (takeRefusal(win)) return { state: 'refused' };
      tabs.postMessage('nobody');
      await goSignIn();
      return { state: 'leaving' };
    },
    token,
    renew: async () => {
      const refused = kept()?.access_token;
      return refreshUnless((tokens) => tokens.access_token !== refused);
    },
    signInAgain: async (returnTo, email) => {
      const users = await oidc();
      await users.signinRedirect({ state: { returnTo }, prompt: 'login', max_age: 0, login_hint: email });
    },
    signOut: () => leave(),
    lose: () => {
      // Whom the portal doesn't let in right after signing in (spec §4) would be sent round in circles.
      if (Date.now() - signedInAt < justSignedInMs) return void leave(true);
      // Tokens that are gone were another tab's to remove: it says when the provider has let the session go too.
      if (!kept()) return void setTimeout(() => void goSignIn(), longestSignOutMs);
      forgetTokens(settings, win);
      void goSignIn();
    },
  };
};

/** For who registers, and opens the mail's link in another browser, where this one's notes are missing. */
const comeBackTo = (returnTo: string): Record<string, string> =>
  returnTo === '/' || returnTo.length > longestReturnTo ? {} : { return_to: returnTo };
const longestReturnTo = 300;

const longestSignOutMs = 5000;
const justSignedInMs = 30_000;

/** A provider that says no ends the session; one that cannot be reached doesn't. */
const refusedOnly = (thrown: unknown): null => {
  if (typeof thrown === 'object' && thrown !== null && 'error' in thrown) return null;
  throw requestError('prompt.network');
};

type Tokens = { access_token: string; /** Seconds since the epoch. */ expires_at?: number };

/** Whether a minute is left, or of a shorter life half. */
const hasTime = ({ access_token, expires_at = 0 }: Tokens): boolean =>
  expires_at - Date.now() / 1000 > Math.min(limits.tokenMinValidityS, lifeOf(access_token) / 2);

/** In seconds; a provider's token that is no JWT keeps it to itself. */
const lifeOf = (token: string): number => {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { iat, exp } = JSON.parse(text) as { iat?: unknown; exp?: unknown };
    return typeof iat === 'number' && typeof exp === 'number' ? exp - iat : Infinity;
  } catch {
    return Infinity;
  }
};

/** Where oidc-client-ts keeps a person's tokens. */
const placeOf = ({ issuer, client_id }: SessionSettings): string => `session.user:${issuer}:${client_id}`;

const keptTokens = (settings: SessionSettings, win: Window): Tokens | undefined => {
  try {
    return JSON.parse(win.localStorage.getItem(placeOf(settings)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const forgetTokens = (settings: SessionSettings, win: Window): void => win.localStorage.removeItem(placeOf(settings));

/** A sign-in link opened twice, or too late, is no error to show: it begins again. */
const finishSignIn = async (users: UserManager, again: () => Promise<void>): Promise<Boot> => {
  const user = await users.signinRedirectCallback().catch(() => null);
  if (user) {
    const returnTo = (user.state as { returnTo?: string } | undefined)?.returnTo;
    return { state: 'signedIn', returnTo: returnTo?.startsWith(signInPaths.signedIn) ? '/' : (returnTo ?? '/') };
  }
  if (await users.getUser()) return { state: 'signedIn', returnTo: '/' };
  window.history.replaceState(null, '', '/');
  await again();
  return { state: 'leaving' };
};

const refusedPlace = 'refused';

/** Said once, by the page that follows the sign-out. */
const takeRefusal = ({ sessionStorage }: Window): boolean => {
  const isRefused = sessionStorage.getItem(refusedPlace) !== null;
  sessionStorage.removeItem(refusedPlace);
  return isRefused;
};

const insecureSession: Session = {
  boot: async () => ({ state: 'insecure' }),
  token: async () => undefined,
  renew: async () => false,
  signInAgain: async () => undefined,
  signOut: async () => undefined,
  lose: () => undefined,
};
