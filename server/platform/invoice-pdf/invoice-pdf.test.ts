import { expect, test } from 'vitest';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { drawnTexts } from './testing/drawn-texts.ts';

const invoice: InvoiceDocument = {
  brand: 'Skywave',
  banner: '',
  title: 'Invoice',
  number: 'SKY-0001',
  facts: [['Date', '23 November 2026']],
  seller: ['Skywave GmbH', 'Hauptstraße 1', 'Germany'],
  customer: ['Wave Radio'],
  lines: [{ description: 'Prime', quantity: '1', amount: '$29.00' }],
  totals: [['Total', '$29.00']],
  notes: [],
};
const render = async (changes: Partial<InvoiceDocument> = {}): Promise<string[]> => {
  const pdf = await invoicePdf('a', { ...invoice, ...changes });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  return drawnTexts(pdf);
};
const reversed = (text: string): string => [...text].toReversed().join('');

test('shows brand, number, seller, customer, lines and totals', async () => {
  const texts = (await render({ notes: ['Reverse charge'], banner: 'Test invoice' })).join('');
  for (const text of [
    'SkywaveInvoice SKY-0001',
    'Date23 November 2026',
    'Skywave GmbHHauptstraße 1Germany',
    'Wave Radio',
  ])
    expect(texts).toContain(text);
  for (const text of ['Prime1$29.00', 'Total$29.00', 'Reverse charge', 'Test invoice']) expect(texts).toContain(text);
});

test('writes Greek and Cyrillic from left to right, Hebrew and Arabic words from right to left', async () => {
  const texts = await render({
    customer: ['רדיו תל אביב', 'راديو القاهرة', 'Ραδιόφωνο Αθήνα', 'Радио Москва'],
  });
  expect(texts).toContain(reversed('רדיו תל אביב'));
  expect(texts).toContain(reversed('راديو القاهرة'));
  expect(texts).toContain('Ραδιόφωνο Αθήνα');
  expect(texts).toContain('Радио Москва');
});

test('keeps numbers and Latin words readable within a line from right to left, and the line in its column', async () => {
  const texts = (await render({ customer: ['רדיו 103 (Radio)', 'Radio רדיו תל'] })).join('');
  expect(texts).toContain(`(Radio) 103 ${reversed('רדיו')}`);
  expect(texts).toContain(`Radio ${reversed('רדיו תל')}`);
});

test('continues on further pages, with the heading and the page number on each', async () => {
  const lines = Array.from({ length: 80 }, (_, at) => ({
    description: `Line ${String(at)}`,
    quantity: '1',
    amount: '$1',
  }));
  const texts = await render({ lines });
  expect(texts.filter((text) => text === 'Description').length).toBeGreaterThan(1);
  expect(texts.filter((text) => /^Line \d+$/.test(text))).toHaveLength(80);
  expect(texts).toContain('SKY-0001 · 1/3');
});
