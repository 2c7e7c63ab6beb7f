import { User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { limits } from '#contract/limits.ts';
import { signInPaths } from '#contract/session.ts';

export type SessionSettings = { issuer: string; client_id: string };

/** Where a page stands when it has loaded. */
export type Boot =
  | { state: 'signedIn'; returnTo: string | undefined }
  | { state: 'leaving' }
  /** Sign-in needs a secure context, which this origin isn't. */
  | { state: 'insecure' };

export type Session = {
  boot(): Promise<Boot>;
  /** A token with at least a minute to live; undefined when nobody is signed in. */
  token(): Promise<string | undefined>;
  renew(): Promise<boolean>;
  signOut(): Promise<void>;
  lose(): void;
};

/**
 * The signed-in person of this browser, whose tokens all tabs share. Refresh tokens rotate and a reused one ends the
 * session, so one tab at a time refreshes, under a Web Lock, after looking whether another has just done it.
 */
export const createSession = (settings: SessionSettings, win: Window = window): Session => {
  if (!win.isSecureContext) return insecureSession;
  const users = userManager(settings, win);
  let leaving = false;

  const goSignIn = async (): Promise<void> => {
    if (leaving) return;
    leaving = true;
    const returnTo = win.location.pathname + win.location.search + win.location.hash;
    await users.signinRedirect({ state: { returnTo } });
  };
  const refreshUnless = (isGood: (user: User) => boolean): Promise<boolean> =>
    navigator.locks.request('session.refresh', async () => {
      const kept = await users.getUser();
      if (!kept) return false;
      if (isGood(kept)) return true;
      const renewed = await users.signinSilent().catch(() => null);
      return renewed !== null;
    });
  const token = async (): Promise<string | undefined> => {
    const user = await users.getUser();
    if (!user) return undefined;
    if (hasTime(user)) return user.access_token;
    await refreshUnless(hasTime);
    return (await users.getUser())?.access_token;
  };

  return {
    boot: async () => {
      if (win.location.pathname === signInPaths.signedIn) return finishSignIn(users, goSignIn);
      if ((await token()) !== undefined) return { state: 'signedIn', returnTo: undefined };
      await goSignIn();
      return { state: 'leaving' };
    },
    token,
    renew: async () => {
      const refused = (await users.getUser())?.access_token;
      return refreshUnless((user) => user.access_token !== refused);
    },
    signOut: async () => {
      leaving = true;
      clearLocally(win);
      await users.signoutRedirect().catch(async () => {
        await users.removeUser();
        win.location.assign(signInPaths.signedOut);
      });
    },
    lose: () => void users.removeUser().then(goSignIn),
  };
};

const hasTime = (user: User): boolean => (user.expires_in ?? 0) > limits.tokenMinValidityS;

const userManager = (settings: SessionSettings, win: Window): UserManager =>
  new UserManager({
    authority: settings.issuer,
    client_id: settings.client_id,
    redirect_uri: win.location.origin + signInPaths.signedIn,
    post_logout_redirect_uri: win.location.origin + signInPaths.signedOut,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    automaticSilentRenew: false,
    loadUserInfo: false,
    userStore: new WebStorageStateStore({ prefix: 'session.', store: win.localStorage }),
    stateStore: new WebStorageStateStore({ prefix: 'signin.', store: win.localStorage }),
  });

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

/** What the person left in this browser goes with them; how the page looks stays (spec §4 "Logout"). */
const clearLocally = (win: Window): void => {
  for (const name of Object.keys(win.localStorage))
    if (name.startsWith('draft.') || name.startsWith('recent.')) win.localStorage.removeItem(name);
};

const insecureSession: Session = {
  boot: async () => ({ state: 'insecure' }),
  token: async () => undefined,
  renew: async () => false,
  signOut: async () => undefined,
  lose: () => undefined,
};
