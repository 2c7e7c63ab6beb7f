import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { signInPaths } from '#contract/api/session.ts';

export type { User } from 'oidc-client-ts';

/** The OpenID Connect client, with its tokens in localStorage, which all tabs share. */
export const makeUsers = (settings: { issuer: string; client_id: string }, win: Window): UserManager =>
  new UserManager({
    authority: settings.issuer,
    client_id: settings.client_id,
    redirect_uri: win.location.origin + signInPaths.signedIn,
    post_logout_redirect_uri: win.location.origin + signInPaths.signedOut,
    response_type: 'code',
    scope: 'openid profile email',
    automaticSilentRenew: false,
    loadUserInfo: false,
    userStore: new WebStorageStateStore({ prefix: tokensPrefix, store: win.localStorage }),
    stateStore: new WebStorageStateStore({ prefix: 'signin.', store: win.localStorage }),
  });

const tokensPrefix = 'session.';
