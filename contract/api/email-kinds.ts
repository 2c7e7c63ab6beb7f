import * as z from 'zod/mini';

/**
 * The e-mails that a person can do without; what they are about stays in the inbox or on its page. E-mails about the sign-in,
 * invitations, payments, and files and reports that were ordered are always sent.
 */
export const emailKinds = ['alerts', 'recordings', 'calls', 'advertising', 'plans'] as const;
export type EmailKind = (typeof emailKinds)[number];

/** Whether a person gets the e-mails of each kind. `plans` go to portal administrators. */
export const WantedEmails = z.object({
  alerts: z.boolean(),
  recordings: z.boolean(),
  calls: z.boolean(),
  advertising: z.boolean(),
  plans: z.boolean(),
});
export type WantedEmails = z.infer<typeof WantedEmails>;
