import type { Refusals } from './refusals.ts';

/** Statements and invoices of what an account earns with ads. */
export const financeErrors = {
  'statement.notFound': [404, 'Statement not found', 'The statement was not found.'],
  'statement.hasInvoice': [
    409,
    'Already invoiced',
    'There is an invoice of this statement already. Please void it to make another one.',
  ],
  'statement.nothingDue': [409, 'Nothing to invoice', 'Nothing is due for this month.'],
  'adInvoice.notFound': [404, 'Invoice not found', 'The invoice was not found.'],
  'adInvoice.state': [409, 'Not possible', 'This invoice has changed since you opened it: it is {state} now.'],
  'adInvoice.noAddress': [
    409,
    'No e-mail address',
    'The account has no e-mail address yet. Please enter one in its settings.',
  ],
} as const satisfies Refusals;
