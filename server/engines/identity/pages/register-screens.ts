import { hidden, newPassword, notice, textField, type Problems } from './fields.ts';
import { html, type Html } from '#server/kernel/pages/html.ts';
import { page, type PageTheme } from './layout.ts';
import { withBack, type Form } from './screens.ts';

type Names = { first_name: string; last_name: string };
export type RegisterValues = Names & { email: string };

/** Registration with a name, an e-mail and a password. */
export const registerScreen = (
  look: PageTheme,
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
      ? 'Registration is by invitation only. Use the e-mail that was invited; we will send you a link to confirm it.'
      : 'We will send you a link to confirm your e-mail.',
    body: html`${notice(problem)}
      <form method="post" action="${withBack(look, 'register', back)}" novalidate>
        ${hidden('csrf', csrf)} ${nameFields(values, problems, focused)}
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

const nameFields = (values: Names, problems: Problems, focused: string | undefined): Html =>
  html`<div class="pair">
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
  </div>`;

/** Confirms an e-mail; only the button uses up the link, as mail scanners open every URL. */
export const confirmScreen = (
  look: PageTheme,
  { csrf, token, email }: { csrf: string; token: string; email: string },
): string =>
  page(look, {
    icon: 'mail',
    title: 'Confirm your e-mail',
    lead: html`Please confirm that <strong>${email}</strong> is your e-mail and that you registered here.`,
    body: html`<form method="post" action="${look.realm}/confirm">
      ${hidden('csrf', csrf)} ${hidden('token', token)}
      <button class="main" type="submit">Confirm my e-mail</button>
    </form>`,
  });

/** Confirms an e-mail in a browser that did not register it, with a name and password chosen here. */
export const confirmAndChooseScreen = (
  look: PageTheme,
  {
    csrf,
    token,
    email,
    values,
    problems,
  }: { csrf: string; token: string; email: string; values: Names; problems: Problems },
): string => {
  const focused = ['first_name', 'last_name', 'password'].find((name) => name in problems);
  return page(look, {
    icon: 'mail',
    title: 'Confirm your e-mail',
    lead: html`Choose your password for <strong>${email}</strong>. It replaces the one from the registration.`,
    body: html`<form method="post" action="${look.realm}/confirm" novalidate>
        ${hidden('csrf', csrf)} ${hidden('token', token)} ${nameFields(values, problems, focused)}
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${newPassword(problems, focused === 'password')}
        <button class="main" type="submit">Confirm and save</button>
      </form>
      <p class="hint below">We ask because the registration was made in another browser.</p>`,
  });
};
