import { parentPort, workerData } from 'node:worker_threads';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoice } from './render-invoice.ts';

/* Worker thread of invoice-pdf.ts, which limits its CPU time and memory. */

const rendered = await renderInvoice(workerData as InvoiceDocument);
parentPort?.postMessage(new Uint8Array(rendered));
