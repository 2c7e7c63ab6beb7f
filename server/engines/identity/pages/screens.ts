import { hidden, newPassword, notice, passwordField, textField, type Problems } from './fields.ts';
import { html, type Html } from '#server/kernel/pages/html.ts';
import { page, type PageTheme, type Page } from './layout.ts';
import { passkeyForm } from './second-step-screens.ts';

/** `back` is where sign-in continues: the interaction a page was opened from, or the portal. */
export type Form = { csrf: string; back: string; problem?: string | undefined };

export const withBack = ({ realm }: PageTheme, path: string, back: string): string =>
  `${realm}/${path}?back=${encodeURIComponent(back)}`;
const toSignIn = (back: string): Html => html`<p class="below"><a href="${back}">Back to sign-in</a></p>`;

/** Sign-in with e-mail and password. */
export const signInScreen = (
  look: PageTheme,
  { csrf, back, problem, email, passkey }: Form & { email: string; passkey: object | undefined },
): string =>
  page(look, {
    title: 'Sign in',
    lead: `Welcome to ${look.brand.name}.`,
    webauthn: passkey !== undefined,
    body: html`${notice(problem)}
      <form method="post" action="${back}">
        ${hidden('csrf', csrf)}
        ${textField({ name: 'email', label: 'E-mail', value: email, autocomplete: 'username', focus: email === '' }, 'email')}
        ${passwordField({
          name: 'password',
          label: 'Password',
          autocomplete: 'current-password',
          focus: email !== '',
          beside: html`<a href="${withBack(look, 'forgot', back)}">Forgot password?</a>`,
        })}
        <button class="main" type="submit">Sign in</button>
      </form>
      ${passkey && passkeyForm({ csrf, action: `${back}/passkey`, options: passkey }, 'Sign in with a passkey')}
      <p class="below">New here? <a href="${withBack(look, 'register', back)}">Create an account</a></p>`,
  });

/** Shown after a confirmation link was sent, which can be sent again. */
export const checkMailScreen = (
  look: PageTheme,
  { csrf, back, problem, email, registration }: Form & { email: string; registration: string },
): string =>
  page(look, {
    icon: 'mail',
    title: 'Check your e-mail',
    lead: html`We sent a link to <strong>${email}</strong>. Open it to confirm your e-mail, then sign in.`,
    body: html`${notice(problem)}
      <form method="post" action="${withBack(look, 'resend', back)}">
        ${hidden('csrf', csrf)} ${hidden('email', email)} ${hidden('registration', registration)}
        <button class="plain" type="submit">Send it again</button>
      </form>
      ${toSignIn(back)}`,
  });

/** Requests a link to choose a new password. */
export const forgotScreen = (look: PageTheme, { csrf, back, problem, email }: Form & { email: string }): string =>
  page(look, {
    title: 'Forgot your password?',
    lead: 'Enter your e-mail, and we will send you a link to choose a new password.',
    body: html`${notice(problem)}
      <form method="post" action="${withBack(look, 'forgot', back)}">
        ${hidden('csrf', csrf)}
        ${textField({ name: 'email', label: 'E-mail', value: email, autocomplete: 'username', focus: true }, 'email')}
        <button class="main" type="submit">Send the link</button>
      </form>
      ${toSignIn(back)}`,
  });

/** The same whether or not the e-mail has an account. */
export const forgotSentScreen = (look: PageTheme, { back, email }: { back: string; email: string }): string =>
  page(look, {
    icon: 'mail',
    title: 'Check your e-mail',
    lead: html`If <strong>${email}</strong> has an account, we sent it a link to choose a new password.`,
    body: toSignIn(back),
  });

/** The form for a new password. */
export const resetScreen = (
  look: PageTheme,
  { csrf, token, email, problems }: { csrf: string; token: string; email: string; problems: Problems },
): string =>
  page(look, {
    title: 'Choose a new password',
    lead: html`For <strong>${email}</strong>. You will be signed out everywhere.`,
    body: html`<form method="post" action="${look.realm}/reset" novalidate>
      ${hidden('csrf', csrf)} ${hidden('token', token)}
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${newPassword(problems, true)}
      <button class="main" type="submit">Save password</button>
    </form>`,
  });

/** A page with only a message and one action. */
export const messageScreen = (look: PageTheme, message: Page & { action?: { label: string; href: string } }): string =>
  page(look, {
    ...message,
    body: html`${message.body}
    ${message.action && html`<a class="main" href="${message.action.href}">${message.action.label}</a>`}`,
  });
