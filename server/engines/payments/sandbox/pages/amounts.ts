import { html, type Html } from '#server/kernel/pages/html.ts';
import type { Invoice, PaymentMethod } from '../objects.ts';
import { sum } from '../billing/cents.ts';
import { money } from '../words.ts';

export const cardName = (method: PaymentMethod | undefined): string | undefined => {
  if (!method?.card) return undefined;
  const { brand, last4 } = method.card;
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;
};

/** The lines of an invoice with discount, tax and what is due. */
export const amountsTable = (invoice: Invoice): Html => {
  const { currency } = invoice;
  const discount = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount));
  const tax = sum((invoice.total_taxes ?? []).map(({ amount }) => amount));
  const balance = invoice.amount_due - invoice.total;
  const row = (name: string, cents: number): Html =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${money(cents, currency)}</td>
    </tr>`;
  return html`<table class="amounts">
    <tbody>
      ${invoice.lines.data.map(({ description, amount }) => row(description ?? '', amount))}
      ${discount > 0 && row('Discount', -discount)} ${tax !== 0 && row('VAT', tax)}
      ${balance !== 0 && row(invoice.total < 0 ? 'Kept as credit' : 'Balance', balance)}
    </tbody>
    <tfoot>
      ${row('Due', invoice.amount_due)}
    </tfoot>
  </table>`;
};
