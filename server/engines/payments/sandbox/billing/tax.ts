import type Stripe from 'stripe';
import { all, type World } from '../world.ts';
import { shareOf } from './cents.ts';
import { vatRates } from './vat-rates.ts';

/** The rate, per mille, and why it is what it is. */
export type TaxRule = { rate: number; country: string; reason: 'standard_rated' | 'reverse_charge' | 'not_collecting' };

export const reverseChargeText = 'Reverse charge, Art. 196 Directive 2006/112/EC';

/**
 * The VAT of a sale of services: a seller in the EU charges its own rate at home; in another member state nothing to a business with a
 * verified number, which accounts for the tax itself, and otherwise that country's rate; outside the EU nothing. A seller elsewhere, or one
 * without a country, charges none. A customer without a country is taxed at home.
 */
export const taxRule = (
  seller: string | null,
  customer: { country: string; verifiedNumber: string | null },
): TaxRule => {
  const country = customer.country === '' ? (seller ?? '') : customer.country;
  const rate = vatRates.get(country);
  if (seller === null || !vatRates.has(seller) || rate === undefined)
    return { rate: 0, country, reason: 'not_collecting' };
  const isForeign = customer.verifiedNumber !== null && country !== seller;
  return isForeign ? { rate: 0, country, reason: 'reverse_charge' } : { rate, country, reason: 'standard_rated' };
};

/** The rule for the customer of a world. */
export const taxOfCustomer = (world: World, customer: Stripe.Customer): TaxRule =>
  taxRule(world.seller, {
    country: customer.address?.country ?? '',
    verifiedNumber: all(world, 'tax_id').find(({ type }) => type === 'eu_vat')?.value ?? null,
  });

/** The tax of one line, in the provider's shape; none where none is collected. */
export const lineTaxes = ({ rate, country, reason }: TaxRule, taxable: number): Stripe.InvoiceLineItem.Tax[] => {
  if (reason === 'not_collecting') return [];
  return [
    {
      amount: shareOf(taxable, rate, 1000),
      tax_behavior: 'exclusive',
      tax_rate_details: { tax_rate: `txr_${country}_${String(rate)}` },
      taxability_reason: reason,
      taxable_amount: taxable,
      type: 'tax_rate_details',
    },
  ];
};
