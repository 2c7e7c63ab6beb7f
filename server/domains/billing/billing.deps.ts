import type { Brand } from '#contract/rules/brand.ts';
import type { Payments, SandboxControls } from '#server/engines/payments/port.ts';
import type { VatRegister } from '#server/engines/vat/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

/** What everything that talks to the payment provider needs. */
export type BillingDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'jobs' | 'events' | 'hooks'> & {
  brand: Brand;
  payments: Payments;
  /** Undefined where payments are real. */
  sandbox: SandboxControls | undefined;
  /** Has every price at the provider; asks it once in the life of a process. */
  ensureCatalog: () => Promise<void>;
  /** The register that confirms VAT numbers. */
  vat: VatRegister;
};
