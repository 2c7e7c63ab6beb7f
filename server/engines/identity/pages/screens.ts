import { realmPath } from '../realm.ts';
import { hidden, newPasswordHint, notice, passwordField, textField, type Problems } from './fields.ts';
import { html, type Html } from './html.ts';
import { page, type Look, type Page } from './layout.ts';

/** `back` is where sign-in goes on: the interaction a page was opened from, or the portal. */
type Form = { csrf: string; back: string; problem?: string | undefined };

const withBack = (path: string, back: string): string => `${realmPath}/${path}?back=${encodeURIComponent(back)}`;
const toSignIn = (back: string): Html => html`<p class="below"><a href="${back}">Back to sign-in</a></p>`;

/** Sign in with e-mail and password. */
export const signInScreen = (look: Look, { csrf, back, problem, email }: Form & { email: string }): string =>
  page(look, {
    title: 'Sign in',
    lead: `Welcome to ${look.brand.name}.`,
    body: html`${notice(problem)}
      <form method="post" action="${back}">
        ${hidden('csrf', csrf)}
        ${textField({ name: 'email', label: 'E-mail', value: email, autocomplete: 'username', focus: email === '' }, 'email')}
        ${passwordField({
          name: 'password',
          label: 'Password',
          autocomplete: 'current-password',
          focus: email !== '',
          beside: html`<a href="${withBack('forgot', back)}">Forgot password?</a>`,
        })}
        <button class="main" type="submit">Sign in</button>
      </form>
      <p class="below">New here? <a href="${withBack('register', back)}">Create an account</a></p>`,
  });

export type RegisterValues = { email: string; first_name: string; last_name: string };

/** Register with a name, an e-mail and a password. */
export const registerScreen = (
  look: Look,
  {
    csrf,
    back,
    problem,
    values,
    problems,
    byInvitation,
  }: Form & { values: RegisterValues; problems: Problems; byInvitation: boolean },
): string => {
  const focused = ['first_name', 'last_name', 'email', 'password'].find((name) => name in problems);
  return page(look, {
    title: 'Create your account',
    lead: byInvitation
      ? 'Registration is by invitation only: use the e-mail that was invited. We send a link there to confirm it.'
      : 'We send a link to your e-mail to confirm it.',
    body: html`${notice(problem)}
      <form method="post" action="${withBack('register', back)}" novalidate>
        ${hidden('csrf', csrf)}
        <div class="pair">
          ${textField({
            name: 'first_name',
            label: 'First name',
            value: values.first_name,
            problem: problems.first_name,
            autocomplete: 'given-name',
            focus: focused === undefined || focused === 'first_name',
          })}
          ${textField({
            name: 'last_name',
            label: 'Last name',
            value: values.last_name,
            problem: problems.last_name,
            autocomplete: 'family-name',
            focus: focused === 'last_name',
          })}
        </div>
        ${textField(
          {
            name: 'email',
            label: 'E-mail',
            value: values.email,
            problem: problems.email,
            autocomplete: 'username',
            focus: focused === 'email',
          },
          'email',
        )}
        ${newPassword(problems, focused === 'password')}
        <button class="main" type="submit">Create account</button>
      </form>
      <p class="below">Already registered? <a href="${back}">Sign in</a></p>`,
  });
};

const newPassword = (problems: Problems, focus: boolean): Html =>
  passwordField({
    name: 'password',
    label: 'Password',
    problem: problems.password,
    hint: newPasswordHint,
    autocomplete: 'new-password',
    focus,
  });

/** A link to confirm an address is on its way; it can be sent again. */
export const checkMailScreen = (
  look: Look,
  { csrf, back, problem, email, registration }: Form & { email: string; registration: string },
): string =>
  page(look, {
    icon: 'mail',
    title: 'Check your mail',
    lead: html`We sent a link to <strong>${email}</strong>. Open it to confirm your e-mail, then sign in.`,
    body: html`${notice(problem)}
      <form method="post" action="${withBack('resend', back)}">
        ${hidden('csrf', csrf)} ${hidden('email', email)} ${hidden('registration', registration)}
        <button class="plain" type="submit">Send it again</button>
      </form>
      ${toSignIn(back)}`,
  });

/** Ask for a link to choose a new password. */
export const forgotScreen = (look: Look, { csrf, back, problem, email }: Form & { email: string }): string =>
  page(look, {
    title: 'Forgot your password?',
    lead: 'Tell us your e-mail, and we send a link to choose a new one.',
    body: html`${notice(problem)}
      <form method="post" action="${withBack('forgot', back)}">
        ${hidden('csrf', csrf)}
        ${textField({ name: 'email', label: 'E-mail', value: email, autocomplete: 'username', focus: true }, 'email')}
        <button class="main" type="submit">Send the link</button>
      </form>
      ${toSignIn(back)}`,
  });

/** The answer is the same whether or not anybody has that address. */
export const forgotSentScreen = (look: Look, { back, email }: { back: string; email: string }): string =>
  page(look, {
    icon: 'mail',
    title: 'Check your mail',
    lead: html`If <strong>${email}</strong> has an account, a link to choose a new password is on its way.`,
    body: toSignIn(back),
  });

/** The link was followed; only the button uses it up, as mail scanners open every address. */
export const confirmScreen = (
  look: Look,
  { csrf, token, email }: { csrf: string; token: string; email: string },
): string =>
  page(look, {
    icon: 'mail',
    title: 'Confirm your e-mail',
    lead: html`Is <strong>${email}</strong> yours, and did you register here?`,
    body: html`<form method="post" action="${realmPath}/confirm">
      ${hidden('csrf', csrf)} ${hidden('token', token)}
      <button class="main" type="submit">Confirm my e-mail</button>
    </form>`,
  });

/** The link to a new address was followed; only the button makes it the person's. */
export const newEmailScreen = (
  look: Look,
  { csrf, token, email, was }: { csrf: string; token: string; email: string; was: string },
): string =>
  page(look, {
    icon: 'mail',
    title: 'Confirm your new e-mail',
    lead: html`<strong>${email}</strong> replaces ${was}. You sign in with it from then on.`,
    body: html`<form method="post" action="${realmPath}/email">
      ${hidden('csrf', csrf)} ${hidden('token', token)}
      <button class="main" type="submit">Use this e-mail</button>
    </form>`,
  });

/** Choose a new password by a link. */
export const resetScreen = (
  look: Look,
  { csrf, token, email, problems }: { csrf: string; token: string; email: string; problems: Problems },
): string =>
  page(look, {
    title: 'Choose a new password',
    lead: html`For <strong>${email}</strong>. You will be signed out everywhere.`,
    body: html`<form method="post" action="${realmPath}/reset" novalidate>
      ${hidden('csrf', csrf)} ${hidden('token', token)}
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${newPassword(problems, true)}
      <button class="main" type="submit">Save the password</button>
    </form>`,
  });

/** A page that only says something, with one way on. */
export const messageScreen = (look: Look, said: Page & { action?: { label: string; href: string } }): string =>
  page(look, {
    ...said,
    body: html`${said.body} ${said.action && html`<a class="main" href="${said.action.href}">${said.action.label}</a>`}`,
  });
