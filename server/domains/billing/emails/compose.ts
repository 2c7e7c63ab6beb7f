import { addOns } from '#contract/api/add-ons.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { amountText } from '#contract/rules/money.ts';
import { planName } from '#contract/rules/plans.ts';
import type { Email } from '#server/kernel/kernel.ts';
import type { BillingEmail, Bought, InvoiceFacts, PlanFacts } from './billing-email.ts';

type Content = Omit<Email, 'to' | 'messageId'>;
export type Around = {
  brand: Pick<Brand, 'name' | 'planNames' | 'flags'>;
  account: AccountKey;
  company: string;
  publicUrl: string;
};

/** The subject, text and button of an e-mail about money; its links are below PUBLIC_URL. */
export const composeEmail = (email: BillingEmail, around: Around): Content =>
  (contents[email.kind] as (email: BillingEmail, at: Writing) => Content)(email, writingOf(around));

type Writing = {
  company: string;
  brand: string;
  name(bought: Bought): string;
  plan(facts: PlanFacts): string;
  /** Buttons. */
  billing(label: string): NonNullable<Email['action']>;
  plans(label: string): NonNullable<Email['action']>;
};

const writingOf = ({ brand, account, company, publicUrl }: Around): Writing => {
  const pages = `${publicUrl}/accounts/${account}`;
  const name = ({ product, plan }: Bought): string =>
    product === 'plan' ? planName(plan, brand) : addOns[product].name;
  return {
    company: company.replace(/\s+/g, ' ').trim(),
    brand: brand.name,
    name,
    plan: (facts) => {
      const times = facts.quantity > 1 ? ` × ${String(facts.quantity)}` : '';
      const price = facts.price && ` for ${amountText(facts.price.amount, facts.price.currency)}`;
      const every = facts.interval && ` every ${facts.interval}`;
      return `${name(facts)}${times}${price && every ? `${price}${every}` : ''}`;
    },
    billing: (label) => ({ label, url: `${pages}/${brand.flags.subscriptions ? 'subscriptions/billing' : 'upgrade'}` }),
    plans: (label) => ({ label, url: `${pages}/upgrade` }),
  };
};

type Contents = { [K in BillingEmail['kind']]: (email: Extract<BillingEmail, { kind: K }>, at: Writing) => Content };

const contents: Contents = {
  trialEnding: ({ days, ends }, { brand, company, plans }) => ({
    subject: `Your trial of ${brand} ends in ${String(days)} days`,
    paragraphs: [
      `The trial of ${company} ends on ${dayText(ends)}.`,
      'Choose a plan to keep creating stations, uploading music and using every feature.',
    ],
    action: plans('Choose a plan'),
  }),
  trialEnded: ({ offAir }, { brand, company, plans }) => ({
    subject: `Your trial of ${brand} has ended`,
    paragraphs: [
      `The trial of ${company} has ended. Nothing new can be created until you choose a plan.`,
      offAir === null
        ? 'Your stations stay on the air.'
        : `Your stations stay on the air until ${dayText(offAir)}. Choose a plan before then to keep them there.`,
    ],
    action: plans('Choose a plan'),
  }),
  receipt: ({ invoice }, { company, billing }) => ({
    subject: `Receipt: ${amountText(invoice.due, invoice.currency)} paid`,
    paragraphs: [`Thank you. We received ${amountText(invoice.due, invoice.currency)} for ${company}.`],
    tables: [invoiceTable(invoice)],
    action: billing('View invoices'),
  }),
  paymentFailed: ({ invoice, attempt, nextAttempt, card }, { company, billing }) => ({
    subject: `Payment of ${amountText(invoice.due, invoice.currency)} failed`,
    paragraphs: [
      `${card ?? 'Your card'} could not be charged ${amountText(invoice.due, invoice.currency)} for ${company}${attempt > 1 ? ` (attempt ${String(attempt)})` : ''}. The bank declined the payment, or asks you to confirm it.`,
      nextAttempt === null
        ? 'This was the last attempt: the subscription ends unless you pay.'
        : `We will try again on ${dayText(nextAttempt)}. Everything keeps working until then.`,
      'Pay the invoice now, or replace the card.',
    ],
    tables: [invoiceTable(invoice)],
    action: billing('Pay now'),
  }),
  confirmPayment: ({ invoice, isPurchase }, { company, billing }) => ({
    subject: `Please confirm the payment of ${amountText(invoice.due, invoice.currency)}`,
    paragraphs: [
      `Your bank asks you to confirm the payment of ${amountText(invoice.due, invoice.currency)} for ${company}.`,
      isPurchase
        ? 'The subscription starts once you have confirmed it. Without a confirmation the purchase is cancelled and nothing is charged.'
        : 'Everything keeps working until then. Without a confirmation the subscription ends.',
    ],
    tables: [invoiceTable(invoice)],
    action: billing('Confirm payment'),
  }),
  willEnd: ({ bought, ends }, { name, company, billing }) => ({
    subject: `${name(bought)} ends on ${dayText(ends)}`,
    paragraphs: [
      `${name(bought)} of ${company} was cancelled and ends on ${dayText(ends)}. It will not be charged again.`,
      'If you want to keep it, resume it before then.',
    ],
    action: billing('Manage subscription'),
  }),
  ended: ({ bought, unpaid, offAir }, { name, company, plans, billing }) => ({
    subject: unpaid ? `${name(bought)} has ended because it was not paid` : `${name(bought)} has ended`,
    paragraphs: [
      `${name(bought)} of ${company} has ended${unpaid ? ' because its invoice was not paid' : ''}.`,
      ...(bought.product === 'plan'
        ? [
            'Nothing new can be created until you choose a plan. Your stations, media and settings are kept.',
            ...(offAir === null
              ? []
              : [
                  `Your stations stay on the air until ${dayText(offAir)}. Choose a plan before then to keep them there.`,
                ]),
          ]
        : []),
    ],
    action: bought.product === 'plan' ? plans('Choose a plan') : billing('View billing'),
  }),
  held: (_email, { company, plans }) => ({
    subject: 'Your stations are off the air',
    paragraphs: [
      `The subscription of ${company} has ended, so its stations are off the air. Your stations, media and settings are kept.`,
      'Choose a plan to put them back on the air at once.',
    ],
    action: plans('Choose a plan'),
  }),
  back: (_email, { company, billing }) => ({
    subject: 'Your stations are back on the air',
    paragraphs: [`${company} has a plan again, and its stations are back on the air. Thank you.`],
    action: billing('View subscription'),
  }),
  cardExpires: ({ card, month }, { company, billing }) => ({
    subject: `${card} expires soon`,
    paragraphs: [
      `${card}, which pays for ${company}, expires at the end of ${monthText(month)}.`,
      'Replace it, so that the next payment succeeds.',
    ],
    action: billing('Replace card'),
  }),
  planChanged: ({ before, after }, { plan, company, billing }) => ({
    subject: 'Your plan has changed',
    paragraphs: [
      `${company} changed from ${plan(before)} to ${plan(after)}.`,
      'The difference for the current period is on your next invoice, or was charged at once.',
    ],
    action: billing('View billing'),
  }),
};

const invoiceTable = ({ number, currency, lines, tax, total, due }: InvoiceFacts) => {
  const row = (label: string, amount: number) => [label, amountText(amount, currency)];
  return {
    title: `Invoice ${number}`,
    columns: ['Description', 'Amount'],
    rows: [
      ...lines.map(({ description, amount }) => row(description, amount)),
      ...(tax === 0 ? [] : [row('VAT', tax)]),
      row('Total', total),
      ...(due === total ? [] : [row('To pay', due)]),
    ],
  };
};

/** The day in UTC, as `7 December 2026`. */
const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-12` as `December 2026`. */
const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
