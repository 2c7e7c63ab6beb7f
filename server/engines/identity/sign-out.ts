import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Redirects a sign-out without a session straight to where it returns: there is nothing to sign out of, so no form has
 * to be posted. The provider has checked the target.
 */
export const skipSignOutForm = async (ctx: KoaContextWithOIDC): Promise<void> => {
  const { session } = ctx.oidc;
  if (!session || session.accountId !== undefined) return;
  const { postLogoutRedirectUri, state } = (session.state ?? {}) as { postLogoutRedirectUri?: string; state?: string };
  const target = new URL(postLogoutRedirectUri ?? ctx.oidc.urlFor('end_session_success'));
  if (state !== undefined) target.searchParams.set('state', state);
  await session.destroy();
  ctx.status = 303;
  ctx.redirect(target.href);
};

/**
 * Gives the session's sign-out form the same secret each time. The provider makes a new one for every page, so that a
 * reload, or another tab, would invalidate a form that is already being posted.
 */
export const keepSignOutSecret = (ctx: KoaContextWithOIDC, form: string): string => {
  const { session } = ctx.oidc;
  const state = session?.state as { secret: string } | undefined;
  if (!session || !state) return form;
  const secret = createHash('sha256').update(`sign-out ${session.jti}`).digest('hex');
  const kept = form.replace(state.secret, secret);
  state.secret = secret;
  return kept;
};
