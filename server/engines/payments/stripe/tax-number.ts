import type Stripe from 'stripe';
import type { TaxNumber } from '../port.ts';

/*
 * A verified number changes the tax, so it is attached as a tax id. Any other is only printed on the invoice, as a custom field, and kept in
 * the customer's metadata.
 */

/** The title of the field on invoices. */
export const taxField = 'VAT number';

/** The tax id of a verified number, with the prefix that VAT numbers use: `EL` for Greece. */
export const taxIdOf = ({ country, number }: TaxNumber): { type: 'eu_vat'; value: string } => {
  const prefix = country === 'GR' ? 'EL' : country;
  return { type: 'eu_vat', value: number.startsWith(prefix) ? number : prefix + number };
};

export const printedNumber = ({ country, number }: TaxNumber): string =>
  number.startsWith(country) ? number : `${country} ${number}`;

/** The number of a customer, whose tax ids must have been sent along. */
export const taxNumberOf = (customer: Stripe.Customer): TaxNumber | null => {
  const attached = customer.tax_ids?.data.find(({ type }) => type === 'eu_vat');
  if (attached) {
    const prefix = attached.value.slice(0, 2);
    return { country: prefix === 'EL' ? 'GR' : prefix, number: attached.value.slice(2), verified: true };
  }
  const { tax_country: country, tax_number: number } = customer.metadata;
  return country && number ? { country, number, verified: false } : null;
};
