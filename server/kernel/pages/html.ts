/** Markup that is safe to send; only created by `html`. */
export type Html = { readonly markup: string };

type Value = Html | string | number | undefined | false | readonly Html[];

/** A template tag that escapes every text; `undefined` and `false` are empty. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.map((text, i) => text + (i < values.length ? render(values[i]) : '')).join(''),
});

/** Markup that is already safe (the provider's own logout form). */
export const trusted = (markup: string): Html => ({ markup });

const render = (value: Value): string => {
  if (value === undefined || value === false) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
  return String(value).replace(/[&<>"'`]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
};
