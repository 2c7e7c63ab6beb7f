/** What an invoice says, as text: amounts and dates are formatted. */
export type InvoiceDocument = {
  brand: string;
  /** A warning above everything; '' for none. */
  banner: string;
  title: string;
  number: string;
  /** Dates and states beside the number. */
  facts: readonly (readonly [label: string, value: string])[];
  seller: readonly string[];
  customer: readonly string[];
  lines: readonly { description: string; quantity: string; amount: string }[];
  totals: readonly (readonly [label: string, amount: string])[];
  notes: readonly string[];
};
