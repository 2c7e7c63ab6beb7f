import type { NewTotp } from '../factors/totp.ts';
import { hidden, notice, textField } from './fields.ts';
import { html, type Html } from '#server/kernel/pages/html.ts';
import { page, type PageTheme } from './layout.ts';

type Step = { csrf: string; back: string; problem?: string | undefined };

/** The second step of a sign-in: a code, or a passkey if the person has one. */
export const secondStepScreen = (
  look: PageTheme,
  { csrf, back, problem, options, hasApp }: Step & { options: object | undefined; hasApp: boolean },
): string =>
  page(look, {
    title: 'One more step',
    lead: hasApp ? 'Enter the code from your authenticator app.' : 'Use your passkey.',
    webauthn: options !== undefined,
    body: html`${notice(problem)}
      ${options && passkeyForm({ csrf, action: `${back}/second`, options }, 'Use a passkey')}
      <form method="post" action="${back}/second">
        ${hidden('csrf', csrf)}
        ${textField({
          name: 'code',
          label: hasApp ? 'Code' : 'Recovery code',
          autocomplete: 'one-time-code',
          hint: hasApp
            ? '6 digits. If you cannot use the app, enter one of your recovery codes.'
            : 'If you cannot use your passkey, enter one of your recovery codes.',
          focus: hasApp,
        })}
        <button class="main" type="submit">Continue</button>
      </form>
      <p class="below"><a href="${back}">Use a different account</a></p>`,
  });

/** Shown if a second factor is required and the person has none yet. */
export const setUpScreen = (
  look: PageTheme,
  { csrf, back, problem, app, options }: Step & { app: NewTotp; options: object | undefined },
): string =>
  page(look, {
    title: 'Set up a second factor',
    lead: 'Administrators of this portal need a second factor. Scan this QR code with an authenticator app, then enter the code it shows.',
    webauthn: options !== undefined,
    body: html`${notice(problem)}
      <div class="qr">
        <svg viewBox="0 0 ${app.qr.size} ${app.qr.size}" role="img" aria-label="QR code for your authenticator app">
          <path d="${app.qr.path}" />
        </svg>
      </div>
      <p class="hint">No camera? Enter this key: <code>${grouped(app.secret)}</code></p>
      <form method="post" action="${back}/set-up">
        ${hidden('csrf', csrf)}
        ${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: '6 digits', focus: true })}
        <button class="main" type="submit">Continue</button>
      </form>
      ${options && newPasskeyForm({ csrf, action: `${back}/set-up`, options })}`,
  });

/** Shows the recovery codes of the first factor once. */
export const recoveryCodesScreen = (
  look: PageTheme,
  { csrf, back, codes }: Step & { codes: readonly string[] },
): string =>
  page(look, {
    icon: 'done',
    title: 'Save your recovery codes',
    lead: 'Each code signs you in once if you lose your second factor. They will not be shown again.',
    body: html`<ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <form method="post" action="${back}/set-up-done">
        ${hidden('csrf', csrf)}
        <button class="main" type="submit">I saved them</button>
      </form>`,
  });

type PasskeyForm = { csrf: string; action: string; options: object };

/** Requests a passkey from the browser on submit; hidden unless the browser supports passkeys. */
export const passkeyForm = ({ csrf, action, options }: PasskeyForm, label: string): Html =>
  html`<form method="post" action="${action}" data-passkey="${JSON.stringify(options)}" hidden>
    ${hidden('csrf', csrf)} ${hidden('passkey', '')}
    <p class="notice" role="alert" hidden></p>
    <button class="plain" type="submit">${label}</button>
  </form>`;

const newPasskeyForm = ({ csrf, action, options }: PasskeyForm): Html =>
  html`<form method="post" action="${action}" data-new-passkey="${JSON.stringify(options)}" hidden>
    ${hidden('csrf', csrf)} ${hidden('passkey', '')}
    <p class="notice" role="alert" hidden></p>
    <button class="plain" type="submit">Use a passkey instead</button>
  </form>`;

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
