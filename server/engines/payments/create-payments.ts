import type { Payments } from './port.ts';
import type { Sandbox, SandboxDeps } from './sandbox/sandbox.ts';

export type { Sandbox } from './sandbox/sandbox.ts';

/** Stripe if its key is set, otherwise the sandbox, in which no money moves. */
export const createPayments = (_deps: SandboxDeps): { payments: Payments; sandbox: Sandbox | undefined } => {
  throw new Error('The payments engine is being built.');
};
