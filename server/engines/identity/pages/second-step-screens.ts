import type { NewTotp } from '../factors/totp.ts';
import { hidden, notice, textField } from './fields.ts';
import { html, type Html } from './html.ts';
import { page, type Look } from './layout.ts';

type Step = { csrf: string; back: string; problem?: string | undefined };

/** The second step of a sign-in: a code, or a passkey where the person has one. */
export const secondStepScreen = (
  look: Look,
  { csrf, back, problem, options, hasApp }: Step & { options: object | undefined; hasApp: boolean },
): string =>
  page(look, {
    title: 'One more step',
    lead: hasApp ? 'Type the code that your authenticator app shows now.' : 'Use your passkey.',
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
            ? '6 digits. If you cannot use the app, type one of your recovery codes.'
            : 'If you cannot use your passkey.',
          focus: hasApp,
        })}
        <button class="main" type="submit">Continue</button>
      </form>
      <p class="below"><a href="${back}">Sign in as somebody else</a></p>`,
  });

/** Where a second factor is required and there is none yet. */
export const setUpScreen = (
  look: Look,
  { csrf, back, problem, app, options }: Step & { app: NewTotp; options: object | undefined },
): string =>
  page(look, {
    title: 'Set up a second factor',
    lead: 'Administrators of this portal sign in with a second factor. Scan this with an authenticator app, then type the code it shows.',
    webauthn: options !== undefined,
    body: html`${notice(problem)}
      <div class="qr">
        <svg viewBox="0 0 ${app.qr.size} ${app.qr.size}" role="img" aria-label="QR code for your authenticator app">
          <path d="${app.qr.path}" />
        </svg>
      </div>
      <p class="hint">No camera? Type this key: <code>${grouped(app.secret)}</code></p>
      <form method="post" action="${back}/set-up">
        ${hidden('csrf', csrf)}
        ${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: '6 digits', focus: true })}
        <button class="main" type="submit">Continue</button>
      </form>
      ${options && newPasskeyForm({ csrf, action: `${back}/set-up`, options })}`,
  });

/** The recovery codes of a first factor, which are never shown again. */
export const recoveryCodesScreen = (look: Look, { csrf, back, codes }: Step & { codes: readonly string[] }): string =>
  page(look, {
    icon: 'done',
    title: 'Keep your recovery codes',
    lead: 'Each of them signs you in once, if you lose your second factor. They are not shown again.',
    body: html`<ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <form method="post" action="${back}/set-up-done">
        ${hidden('csrf', csrf)}
        <button class="main" type="submit">I have kept them</button>
      </form>`,
  });

type PasskeyForm = { csrf: string; action: string; options: object };

/** Asks the browser for a passkey when it is sent; hidden where the browser has none. */
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
