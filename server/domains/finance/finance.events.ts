/** An invoice was sent and waits to be mailed; `{ invoice }`. */
export const adInvoiceSent = 'finance.invoiceSent';
