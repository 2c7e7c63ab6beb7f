import { createElement as h, type ComponentProps, type ReactElement } from 'react';
import { Document, Font, Page, StyleSheet, Text, View, renderToBuffer } from '@react-pdf/renderer';
import { fileURLToPath } from 'node:url';
import type { InvoiceDocument } from './invoice-document.ts';

/**
 * Renders an invoice as PDF (A4). DejaVu Sans has Latin, Greek, Cyrillic, Hebrew and Arabic letters, in the right order; Chinese, Japanese
 * and Korean ones are missing.
 */
export const renderInvoice = async (invoice: InvoiceDocument): Promise<Buffer> => {
  registerFonts();
  return await renderToBuffer(pageOf(invoice));
};

const registerFonts = (): void => {
  const file = (name: string) => fileURLToPath(new URL(`fonts/${name}`, import.meta.url));
  Font.register({
    family: 'DejaVu Sans',
    fonts: [{ src: file('DejaVuSans.ttf') }, { src: file('DejaVuSans-Bold.ttf'), fontWeight: 700 }],
  });
  // Company names and addresses are never hyphenated.
  Font.registerHyphenationCallback((word) => [word]);
};

const styles = StyleSheet.create({
  page: { fontFamily: 'DejaVu Sans', fontSize: 9, padding: 48, paddingBottom: 64, lineHeight: 1.4, color: '#1a1b1e' },
  banner: { backgroundColor: '#fff3bf', padding: 6, marginBottom: 16, textAlign: 'center' },
  top: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 28 },
  brand: { fontSize: 16, lineHeight: 1.3, fontWeight: 700 },
  title: { fontSize: 16, lineHeight: 1.3, fontWeight: 700, textAlign: 'right', marginBottom: 6 },
  fact: { flexDirection: 'row', justifyContent: 'flex-end' },
  label: { color: '#5c5f66', marginRight: 6 },
  parties: { flexDirection: 'row', marginBottom: 28 },
  party: { flex: 1, paddingRight: 24 },
  heading: { color: '#5c5f66', marginBottom: 3 },
  bold: { fontWeight: 700 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#ced4da', paddingVertical: 5 },
  head: { flexDirection: 'row', borderBottomWidth: 1, borderBottomColor: '#1a1b1e', paddingBottom: 4 },
  description: { flex: 1, paddingRight: 12 },
  quantity: { width: 60, textAlign: 'right' },
  amount: { width: 90, textAlign: 'right' },
  total: { flexDirection: 'row', justifyContent: 'flex-end', paddingTop: 4 },
  totalLabel: { width: 200, textAlign: 'right', paddingRight: 12 },
  notes: { marginTop: 28 },
  foot: { position: 'absolute', bottom: 32, left: 48, right: 48, fontSize: 8, color: '#5c5f66', textAlign: 'center' },
});

const pageOf = (invoice: InvoiceDocument): ReactElement<ComponentProps<typeof Document>> =>
  h(
    Document,
    { title: `${invoice.title} ${invoice.number}`, author: invoice.seller[0] ?? invoice.brand, creator: invoice.brand },
    h(
      Page,
      { size: 'A4', style: styles.page },
      invoice.banner === '' ? null : h(Text, { style: styles.banner }, invoice.banner),
      topOf(invoice),
      h(View, { style: styles.parties }, partyOf('From', invoice.seller), partyOf('Billed to', invoice.customer)),
      linesOf(invoice),
      ...invoice.totals.map(([label, amount], at) =>
        h(
          View,
          { key: label, style: styles.total, wrap: false },
          h(Text, { style: [styles.totalLabel, at === invoice.totals.length - 1 ? styles.bold : {}] }, label),
          h(Text, { style: [styles.amount, at === invoice.totals.length - 1 ? styles.bold : {}] }, amount),
        ),
      ),
      h(View, { style: styles.notes }, ...invoice.notes.map((note) => h(Text, { key: note }, note))),
      h(Text, {
        style: styles.foot,
        fixed: true,
        render: ({ pageNumber, totalPages }) => `${invoice.number} · ${String(pageNumber)}/${String(totalPages)}`,
      }),
    ),
  );

const topOf = ({ brand, title, number, facts }: InvoiceDocument): ReactElement =>
  h(
    View,
    { style: styles.top },
    h(Text, { style: styles.brand }, brand),
    h(
      View,
      {},
      h(Text, { style: styles.title }, `${title} ${number}`),
      ...facts.map(([label, value]) =>
        h(View, { key: label, style: styles.fact }, h(Text, { style: styles.label }, label), h(Text, {}, value)),
      ),
    ),
  );

const partyOf = (heading: string, [name, ...rest]: readonly string[]): ReactElement =>
  h(
    View,
    { style: styles.party },
    h(Text, { style: styles.heading }, heading),
    written(name ?? '', styles.bold),
    ...rest.map((line, at) => h(View, { key: at }, written(line))),
  );

/** Text of a customer, which runs from right to left if its first letter does, but stays in its column. */
const written = (text: string, style: Style = {}): ReactElement =>
  h(Text, { style: [style, { direction: isRightToLeft(text) ? 'rtl' : 'ltr', textAlign: 'left' }] }, text);

type Style = Exclude<NonNullable<ComponentProps<typeof View>['style']>, readonly unknown[]>;

const isRightToLeft = (text: string): boolean => {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first);
};

const linesOf = ({ lines }: InvoiceDocument): ReactElement =>
  h(
    View,
    { style: { marginBottom: 8 } },
    h(
      View,
      { style: styles.head, fixed: true },
      h(Text, { style: [styles.description, styles.bold] }, 'Description'),
      h(Text, { style: [styles.quantity, styles.bold] }, 'Quantity'),
      h(Text, { style: [styles.amount, styles.bold] }, 'Amount'),
    ),
    ...lines.map((line, at) =>
      h(
        View,
        { key: at, style: styles.row, wrap: false },
        written(line.description, styles.description),
        h(Text, { style: styles.quantity }, line.quantity),
        h(Text, { style: styles.amount }, line.amount),
      ),
    ),
  );
