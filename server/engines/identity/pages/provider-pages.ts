import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { keepSignOutSecret } from '../sign-out.ts';
import { html, trusted } from '#server/kernel/pages/html.ts';
import { page, type PageTheme } from './layout.ts';
import { messageScreen } from './screens.ts';

/** The pages that the OpenID provider renders itself. */
export type ProviderPages = {
  askToSignOut(ctx: KoaContextWithOIDC, form: string): void;
  signedOut(ctx: KoaContextWithOIDC): void;
  failed(ctx: KoaContextWithOIDC, out: ErrorOut): void;
};

/** `home` is the portal's URL. */
export const providerPages = (look: PageTheme, home: string): ProviderPages => ({
  askToSignOut(ctx, form) {
    ctx.type = 'html';
    // An ID token hint proves that the portal's sign-out button was used: no confirmation needed.
    const isConfirmed = ctx.oidc.entities.IdTokenHint !== undefined;
    ctx.body = page(look, {
      title: 'Sign out',
      lead: isConfirmed ? 'Signing you out…' : `Do you want to sign out of ${look.brand.name}?`,
      body: html`${trusted(signOutForm(keepSignOutSecret(ctx, form), isConfirmed))}
      ${!isConfirmed && html`<p class="below"><a href="${home}">Stay signed in</a></p>`}`,
    });
  },
  signedOut(ctx) {
    ctx.type = 'html';
    ctx.body = messageScreen(look, {
      icon: 'done',
      title: 'You are signed out',
      lead: 'See you soon.',
      action: { label: 'Sign in again', href: home },
    });
  },
  failed(ctx, out) {
    if (ctx.oidc.route === 'end_session_confirm' && ctx.oidc.session?.accountId === undefined) {
      // The session ended while the form was being posted, for example because an administrator suspended the user.
      ctx.status = 303;
      return ctx.redirect(home);
    }
    ctx.type = 'html';
    ctx.body = messageScreen(look, {
      icon: 'problem',
      title: 'Sign-in failed',
      lead:
        out.error === 'server_error'
          ? 'Something went wrong on our side. Please try again.'
          : 'This sign-in request is no longer valid. Please start again.',
      body: html`<p class="hint">
        ${out.error}${out.error_description !== undefined && `: ${out.error_description}`}
      </p>`,
      action: { label: 'Start again', href: home },
    });
  },
});

const signOutForm = (form: string, atOnce: boolean): string =>
  form
    .replace('<form ', atOnce ? '<form data-at-once ' : '<form ')
    .replace(
      '</form>',
      '<input type="hidden" name="logout" value="yes" /><button class="main" type="submit">Sign out</button></form>',
    );
