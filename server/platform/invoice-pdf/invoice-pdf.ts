import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { inThread } from '#server/kernel/threads/in-thread.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** An invoice takes about 1 s of CPU time, most of it for loading the renderer, and 120 MB. */
const bounds = { cpuMs: 20_000, memoryMb: 384 };
const renderer = new URL('render-invoice.worker.ts', import.meta.url);
const queue = fairQueue(1);

/**
 * Renders an invoice as PDF in a worker thread, one at a time and at most one of each `owner` in turn, so that neither the event loop nor
 * another account waits. Throws if it takes more than 20 s of CPU time or 384 MB.
 */
export const invoicePdf = async (owner: string, invoice: InvoiceDocument): Promise<Buffer> => {
  const outcome = await queue.run(owner, () => inThread<Uint8Array>(renderer, invoice, bounds));
  if ('exceeded' in outcome) throw new Error(`an invoice took too much ${outcome.exceeded} to render`);
  return Buffer.from(outcome.result);
};
