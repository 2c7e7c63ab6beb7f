import type { Email } from '#server/kernel/kernel.ts';

/** An advertising request took a step, or stations are asked about its campaign; the payload is a `StepTaken`. */
export const stepTaken = 'adRequests.stepTaken';

/** The e-mail about a step with all it says; each recipient's has an ID of its own and leads to their own page. */
export type StepTaken = {
  id: string;
  to: readonly { id: string; email: string; link: string }[];
  email: Pick<Email, 'subject' | 'paragraphs'> & { label: string };
};
