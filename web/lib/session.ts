import type { UserManager } from 'oidc-client-ts';
import { limits } from '#contract/rules/limits.ts';
import { signInPaths } from '#contract/api/session.ts';
import { requestError } from './api-error.ts';
import { loadChunk } from './chunks.ts';
import { clearLocally } from './clear-locally.ts';

export type SessionSettings = { issuer: string; client_id: string };

/** The state of the session when a page has loaded. */
export type Boot =
  | { state: 'signedIn'; returnTo: string | undefined }
  | { state: 'leaving' }
  /** The user is signed in at the provider but refused by the portal. */
  | { state: 'refused' }
  /** Sign-in needs a secure context, which this origin isn't. */
  | { state: 'insecure' };

export type Session = {
  boot(): Promise<Boot>;
  /** A token with at least a minute to live; undefined when nobody is signed in. */
  token(): Promise<string | undefined>;
  renew(): Promise<boolean>;
  /** Redirects through the provider's sign-in even if a session exists, and back to `returnTo`. */
  signInAgain(returnTo: string, email: string): Promise<void>;
  signOut(): Promise<void>;
  lose(): void;
  /** The portal answers the user: a later refusal is the end of the session. */
  accepted(): void;
};

/**
 * The signed-in user of this browser; all tabs share the tokens. Refresh tokens rotate and reusing one ends the session,
 * so only one tab at a time refreshes, under a Web Lock, after checking whether another tab has just done so.
 */
export const createSession = (settings: SessionSettings, win: Window = window): Session => {
  if (!win.isSecureContext) return insecureSession;
  let loaded: Promise<UserManager> | undefined;
  // The client is only needed to sign in and refresh; a page with a valid token starts without it.
  const oidc = (): Promise<UserManager> =>
    (loaded ??= loadChunk(() => import('./oidc.ts')).then(({ makeUsers }) => makeUsers(settings, win)));
  const tokens = (): Tokens | undefined => storedTokens(settings, win);
  const tabs = new BroadcastChannel('session');
  let leaving = false;
  let signedInAt = -Infinity;

  const goSignIn = async (): Promise<void> => {
    if (leaving) return;
    leaving = true;
    const returnTo = win.location.pathname + win.location.search + win.location.hash;
    await (await oidc()).signinRedirect({ state: { returnTo }, extraQueryParams: returnTarget(returnTo) });
  };
  // A tab that finds no session announces it: by then the provider has ended the session for every tab.
  tabs.onmessage = () => {
    if (!tokens()) void goSignIn();
  };
  const refreshUnless = (isGood: (current: Tokens) => boolean): Promise<boolean> =>
    navigator.locks.request('session.refresh', async () => {
      const now = tokens();
      if (!now) return false;
      if (isGood(now)) return true;
      const renewed = await (await oidc()).signinSilent().catch(refusedOnly);
      // Tokens that arrive while the page leaves would sign the next page in again.
      if (leaving) forgetTokens(settings, win);
      return renewed !== null && !leaving;
    });
  const token = async (): Promise<string | undefined> => {
    const now = tokens();
    if (!now || hasTime(now)) return now?.access_token;
    const isRenewed = await refreshUnless(hasTime);
    return isRenewed ? tokens()?.access_token : undefined;
  };

  const leave = async (isRefused = false): Promise<void> => {
    if (leaving) return;
    leaving = true;
    // Tokens that a refresh brings from now on are dropped, so the one that the provider asks for is read before.
    const { id_token } = tokens() ?? {};
    const users = await oidc();
    clearLocally(win);
    // The provider returns the state, so however often it loads the page again, the page knows why.
    const returned: Record<string, string> = isRefused ? { state: refusedState } : {};
    const hint = id_token === undefined ? {} : { id_token_hint: id_token };
    await users.signoutRedirect({ ...hint, extraQueryParams: returned }).catch(async () => {
      await users.removeUser();
      win.location.assign(`${signInPaths.signedOut}?${new URLSearchParams(returned)}`);
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
      const refused = tokens()?.access_token;
      return refreshUnless((current) => current.access_token !== refused);
    },
    signInAgain: async (returnTo, email) => {
      const users = await oidc();
      await users.signinRedirect({ state: { returnTo }, prompt: 'login', max_age: 0, login_hint: email });
    },
    signOut: () => leave(),
    lose: () => {
      // Another tab removed the tokens: it announces when the provider has ended the session too.
      if (!tokens()) return void setTimeout(() => void goSignIn(), longestSignOutMs);
      // A user whom the portal refuses right after signing in (spec §4) would be redirected in a loop.
      if (Date.now() - signedInAt < justSignedInMs) return void leave(true);
      forgetTokens(settings, win);
      void goSignIn();
    },
    accepted: () => void (signedInAt = -Infinity),
  };
};

/** Lets a user who registers and opens the e-mail's link in another browser return to the page. */
const returnTarget = (returnTo: string): Record<string, string> =>
  returnTo === '/' || returnTo.length > longestReturnTo ? {} : { return_to: returnTo };
const longestReturnTo = 300;

const longestSignOutMs = 5000;
const justSignedInMs = 120_000;

/** A refusal by the provider ends the session; an unreachable provider does not. */
const refusedOnly = (cause: unknown): null => {
  if (typeof cause === 'object' && cause !== null && 'error' in cause) return null;
  throw requestError('prompt.network');
};

type Tokens = { access_token: string; id_token?: string; /** Seconds since the epoch. */ expires_at?: number };

/** Whether the token is valid for another minute, or half of a shorter lifetime. */
const hasTime = ({ access_token, expires_at = 0 }: Tokens): boolean =>
  expires_at - Date.now() / 1000 > Math.min(limits.tokenMinValidityS, lifetimeOf(access_token) / 2);

/** Lifetime in seconds; Infinity for tokens that are not JWTs. */
const lifetimeOf = (token: string): number => {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { iat, exp } = JSON.parse(text) as { iat?: unknown; exp?: unknown };
    return typeof iat === 'number' && typeof exp === 'number' ? exp - iat : Infinity;
  } catch {
    return Infinity;
  }
};

/** The key under which oidc-client-ts stores a user's tokens. */
const storageKeyOf = ({ issuer, client_id }: SessionSettings): string => `session.user:${issuer}:${client_id}`;

const storedTokens = (settings: SessionSettings, win: Window): Tokens | undefined => {
  try {
    return JSON.parse(win.localStorage.getItem(storageKeyOf(settings)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const forgetTokens = (settings: SessionSettings, win: Window): void =>
  win.localStorage.removeItem(storageKeyOf(settings));

/** Finishes the sign-in; a link opened twice or too late starts a new sign-in instead of an error. */
const finishSignIn = async (users: UserManager, restart: () => Promise<void>): Promise<Boot> => {
  const user = await users.signinRedirectCallback().catch(() => null);
  if (user) {
    const returnTo = (user.state as { returnTo?: string } | undefined)?.returnTo;
    return { state: 'signedIn', returnTo: returnTo?.startsWith(signInPaths.signedIn) ? '/' : (returnTo ?? '/') };
  }
  if (await users.getUser()) return { state: 'signedIn', returnTo: '/' };
  window.history.replaceState(null, '', '/');
  await restart();
  return { state: 'leaving' };
};

const refusedState = 'refused';

/** Reads the refusal from the address to which the sign-out returned, and removes it there: a reload signs in again. */
const takeRefusal = ({ location, history }: Window): boolean => {
  if (new URLSearchParams(location.search).get('state') !== refusedState) return false;
  history.replaceState(null, '', signInPaths.signedOut);
  return true;
};

const insecureSession: Session = {
  boot: async () => ({ state: 'insecure' }),
  token: async () => undefined,
  renew: async () => false,
  signInAgain: async () => undefined,
  signOut: async () => undefined,
  lose: () => undefined,
  accepted: () => undefined,
};
