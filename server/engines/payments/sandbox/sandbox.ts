import type { FastifyInstance } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import type { Jobs, Kernel } from '#server/kernel/kernel.ts';
import type { SandboxControls } from '../port.ts';

/** What the sandbox needs; the seller's country decides the tax and is null until an administrator has set it. */
export type SandboxDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'secrets' | 'events' | 'jobs'> & {
  brand: Brand;
  sellerCountry: () => Promise<string | null>;
};

/** What takes the place of a provider's own servers while no key is set: its pages, its renewals and its webhooks. */
export type Sandbox = SandboxControls & {
  /** Serves the pages to which customers are sent, at `/sandbox/…`. */
  mount(app: FastifyInstance): void;
  /** Runs renewals when they are due, delivers webhooks and deletes old requests, in a process that runs jobs. */
  work(jobs: Jobs): Promise<void>;
  /** Does what is due now; returns for how many customers. The job calls it every minute. */
  renewDue(): Promise<number>;
  /** Sends the events that were not delivered yet to `POST /webhooks/stripe`; returns how many were accepted. */
  deliver(): Promise<number>;
};
