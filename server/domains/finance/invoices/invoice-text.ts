import type { AdInvoiceDocument } from '#contract/api/finance.ts';
import { amountText, microsText } from '#contract/rules/money.ts';
import type { PortalSettings } from '#contract/api/portal-settings.ts';
import { countryName } from '#server/platform/country-name.ts';
import type { LineRow, StatementRow } from '../statements/statements.repo.ts';

/** An account's postal and tax data, as its owner wrote them. */
export type Issuer = {
  address: string;
  zip: string;
  city: string;
  area: string;
  country: string;
  vatid: string;
  doy: string;
};

type About = {
  statement: StatementRow;
  /** The first of `total` lines. */
  lines: readonly LineRow[];
  total: number;
  number: string;
  date: Date;
  /** Printed as they are. */
  accountName: string;
  referenceNumber: string;
  mount: string;
  cpmRate: number;
  issuer: Issuer;
  payer: PortalSettings['seller'];
  brand: string;
};

/** What the invoice of a statement says: the account bills the portal for what its audience heard. */
export const invoiceText = ({ statement, lines, total, issuer, payer, ...about }: About): AdInvoiceDocument => {
  const { currency, month } = statement;
  return {
    title: 'Invoice',
    number: about.number,
    facts: pairs([
      ['Date', dayText(about.date)],
      ['For', monthText(month)],
      ['Reference', about.referenceNumber],
      ['Mount', about.mount],
      ['CPM rate', amountText(about.cpmRate, currency)],
    ]),
    from: filled([
      about.accountName,
      ...issuer.address.split('\n'),
      [issuer.zip, issuer.city].filter(Boolean).join(' '),
      issuer.area,
      countryOf(issuer.country),
      issuer.vatid && `VAT number ${issuer.vatid}`,
      issuer.doy && `Tax office ${issuer.doy}`,
    ]),
    to: filled([
      payer.name || about.brand,
      ...payer.address.split('\n'),
      countryOf(payer.country),
      payer.vatid && `VAT number ${payer.vatid}`,
    ]),
    lines: [
      ...lines.map((line) => ({
        description: `${line.campaign_name || line.campaign_key} on ${line.station_name || line.station_key}${
          line.month === month ? '' : `, correction of ${monthText(line.month)}`
        }`,
        quantity: line.impressions.toLocaleString('en'),
        amount: amountText(line.amount_minor, currency),
      })),
      ...(total > lines.length ? [otherLines(statement, lines, total - lines.length)] : []),
    ],
    totals: [
      ['Impressions', statement.impressions.toLocaleString('en')],
      ['Before rounding', microsText(statement.micros, currency)],
      ['Total', amountText(statement.amount_minor, currency)],
    ],
    notes: [
      `Statement of ${monthText(month)} in ${statement.timezone.replaceAll('_', ' ')}, SHA-256 ${statement.sha256}`,
    ],
  };
};

const otherLines = (
  { impressions, amount_minor, currency }: StatementRow,
  shown: readonly LineRow[],
  count: number,
): AdInvoiceDocument['lines'][number] => ({
  description: `${count.toLocaleString('en')} more lines of the statement`,
  quantity: (impressions - shown.reduce((sum, line) => sum + line.impressions, 0)).toLocaleString('en'),
  amount: amountText(amount_minor - shown.reduce((sum, line) => sum + line.amount_minor, 0), currency),
});

/** `2026-0007` */
export const numberText = ({ year, number }: { year: number; number: number }): string =>
  `${String(year)}-${String(number).padStart(4, '0')}`;

/** `November 2026` for `2026-11`. */
export const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const dayText = (at: Date): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const countryOf = (country: string): string => (country === '' ? '' : countryName(country));
const filled = (lines: readonly string[]): string[] => lines.filter((line) => line !== '');
const pairs = (all: readonly [string, string][]): [string, string][] => all.filter(([, value]) => value !== '');
