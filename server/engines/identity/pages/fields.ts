import { passwordBounds } from '../password-rule.ts';
import { html, type Html } from '#server/kernel/pages/html.ts';

export type Problems = Readonly<Record<string, string>>;
type Field = {
  name: string;
  label: string;
  value?: string;
  problem?: string | undefined;
  hint?: string;
  autocomplete: string;
  focus?: boolean;
  beside?: Html;
};

/** A labelled text field, with its problem linked for screen readers. */
export const textField = (field: Field, type: 'text' | 'email' = 'text'): Html =>
  labelled(field, html`<input ${attributes(field)} type="${type}" value="${field.value ?? ''}" maxlength="254" />`);

/** A password field; the page's script adds a button that reveals it. */
export const passwordField = (field: Field): Html =>
  labelled(
    field,
    html`<span class="box"><input ${attributes(field)} type="password" maxlength="${passwordBounds.max}" /></span>`,
  );

const newPasswordHint = `At least ${String(passwordBounds.min)} characters. A few words make a good one.`;

/** The field for a new password. */
export const newPassword = (problems: Problems, focus: boolean): Html =>
  passwordField({
    name: 'password',
    label: 'Password',
    problem: problems.password,
    hint: newPasswordHint,
    autocomplete: 'new-password',
    focus,
  });

/** A hidden field, such as the CSRF token. */
export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A problem of the whole form, announced immediately. */
export const notice = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p class="notice" role="alert">${text}</p>`;

const attributes = ({ name, autocomplete, problem, hint, focus }: Field): Html => {
  const described = problem ? `${name}-wrong` : hint ? `${name}-hint` : '';
  return html`id="${name}" name="${name}" autocomplete="${autocomplete}" required
  ${problem !== undefined && html`aria-invalid="true"`} ${described !== '' && html`aria-describedby="${described}"`}
  ${focus === true && html`autofocus`}
  ${autocomplete === 'username' && html`autocapitalize="none" spellcheck="false" inputmode="email"`}`;
};

const labelled = (field: Field, input: Html): Html =>
  html`<div class="field">
    ${field.beside ? html`<div class="over">${label(field)}${field.beside}</div>` : label(field)} ${input}
    ${field.problem !== undefined && html`<p class="wrong" id="${field.name}-wrong">${field.problem}</p>`}
    ${field.hint !== undefined && field.problem === undefined && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`}
  </div>`;

const label = ({ name, label: text }: Field): Html => html`<label for="${name}">${text}</label>`;
