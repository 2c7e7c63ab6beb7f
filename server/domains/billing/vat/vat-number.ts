import type { VatNumber } from '#server/engines/vat/port.ts';

const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
/** The prefix of a member state's numbers: its ISO code, but for Greece. */
const prefixOf = new Map(members.map((iso) => [iso, iso === 'GR' ? 'EL' : iso]));
const prefixes = new Set([...prefixOf.values(), 'GR', 'XI']);

/** A VAT number, and whether the EU's register must confirm it. */
export type SortedVatNumber = { state: 'pending' | 'invalid' | 'unchecked' } & VatNumber;

/**
 * Sorts a VAT number as typed, by the ISO country of its account. One of a member state is `pending` until the register confirms it, with
 * the prefix apart and without blanks; it is `invalid` with the prefix of another member state or in a wrong form. Elsewhere it is only
 * text, `unchecked`, except that Northern Ireland's (`XI`) are in the register.
 */
export const sortVatNumber = (country: string, typed: string): SortedVatNumber => {
  const plain = typed.toUpperCase().replace(/[\s./-]/g, '');
  const given = prefixes.has(plain.slice(0, 2)) ? plain.slice(0, 2).replace('GR', 'EL') : undefined;
  const own = prefixOf.get(country) ?? (country === 'GB' && given === 'XI' ? 'XI' : undefined);
  if (own === undefined) return { state: 'unchecked', country, number: typed.trim() };
  const number = given === undefined ? plain : plain.slice(2);
  const isRight = (given ?? own) === own && /^[0-9A-Z+*]{2,12}$/.test(number);
  return { state: isRight ? 'pending' : 'invalid', country: own, number };
};

/** The seller's number, by which the register records who asked; null outside the EU. */
export const requesterOf = (seller: { country: string; vatid: string }): VatNumber | null => {
  if (seller.vatid === '') return null;
  const { state, country, number } = sortVatNumber(seller.country, seller.vatid);
  return state === 'pending' ? { country, number } : null;
};
