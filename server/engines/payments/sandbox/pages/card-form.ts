import { html, type Html } from '#server/kernel/pages/html.ts';
import { testCards } from '../cards.ts';
import type { PaymentMethod } from '../objects.ts';
import { cardOf } from '../put-card.ts';
import type { World } from '../world.ts';

export type CardValues = { number: string; expiry: string; cvc: string; name: string };
export type CardProblems = Partial<Record<keyof CardValues, string>>;

const emptyValues: CardValues = { number: '', expiry: '', cvc: '', name: '' };
const longest: Record<keyof CardValues, number> = { number: 30, expiry: 9, cvc: 4, name: 100 };

/** The fields of a posted form that belong to the card. */
export const cardValues = (fields: Readonly<Record<string, string>>): CardValues => ({
  number: (fields.number ?? '').slice(0, longest.number),
  expiry: (fields.expiry ?? '').slice(0, longest.expiry),
  cvc: (fields.cvc ?? '').slice(0, longest.cvc),
  name: (fields.name ?? '').slice(0, longest.name),
});

/** The card that was entered, or what is wrong with it. Only the numbers of test cards are accepted. */
export const readCard = (world: World, values: CardValues): { card: PaymentMethod } | { problems: CardProblems } => {
  const problems: CardProblems = {};
  const expiry = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(values.expiry.trim());
  const [month, year] = expiry ? [Number(expiry[1]), 2000 + Number(expiry[2])] : [0, 0];
  if (!expiry) problems.expiry = 'Please enter month and year, such as 12 / 30.';
  else if (Date.UTC(year, month, 1) / 1000 <= world.now) problems.expiry = 'Your card has expired.';
  if (!/^\d{3,4}$/.test(values.cvc)) problems.cvc = 'Please enter 3 or 4 digits.';
  const name = values.name.trim();
  const card = cardOf(world, { number: values.number, month, year, name: name === '' ? null : name });
  if (!card) problems.number = 'This is not a test card. Try 4242 4242 4242 4242; never enter a real one.';
  return card && Object.keys(problems).length === 0 ? { card } : { problems };
};

/** The fields of a card. A number that was refused isn't shown again. */
export const cardFields = (values: CardValues = emptyValues, problems: CardProblems = {}): Html => {
  const focus = fieldNames.find((name) => name in problems);
  const field = (
    name: keyof CardValues,
    label: string,
    more: { autocomplete: string; hint?: string; text?: boolean },
  ) => cardField({ name, label, value: values[name], problem: problems[name], focus: focus === name, ...more });
  return html`${field('number', 'Card number', { autocomplete: 'cc-number', hint: 'A test card, such as 4242 4242 4242 4242' })}
    <div class="pair">
      ${field('expiry', 'Expiry', { autocomplete: 'cc-exp', hint: 'MM / YY' })}
      ${field('cvc', 'CVC', { autocomplete: 'cc-csc', hint: '3 or 4 digits' })}
    </div>
    ${field('name', 'Name on the card', { autocomplete: 'cc-name', text: true })}`;
};

const fieldNames = ['number', 'expiry', 'cvc', 'name'] as const;

type Field = {
  name: keyof CardValues;
  label: string;
  value: string;
  problem: string | undefined;
  focus: boolean;
  autocomplete: string;
  hint?: string;
  text?: boolean;
};

const cardField = ({ name, label, value, problem, focus, autocomplete, hint, text = false }: Field): Html => {
  const described = problem === undefined ? (hint === undefined ? '' : `${name}-hint`) : `${name}-wrong`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${longest[name]}"
      ${!text && html`inputmode="numeric"`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${problem !== undefined && html`aria-invalid="true"`}
      ${focus && html`autofocus`}
    />
    ${problem !== undefined && html`<p class="wrong" id="${name}-wrong">${problem}</p>`}
    ${problem === undefined && hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
};

/** The numbers that work here, and what each does. */
export const testCardList = (): Html =>
  html`<details class="test-cards">
    <summary>Test cards</summary>
    <ul>
      ${testCards.map(({ number, shows }) => html`<li><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code><br />${shows}</li>`)}
    </ul>
  </details>`;
