import type { Email } from '#server/kernel/kernel.ts';

/** The e-mail with the code that proves ownership of a locked feed. */
export const proofEmail = (given: {
  to: string;
  code: string;
  title: string;
  feedUrl: string;
  asker: string;
  minutes: number;
}): Email => ({
  to: given.to,
  subject: `${given.code} is the import code for “${oneLine(given.title)}”`,
  paragraphs: [
    'Hello,',
    `${given.asker} wants to import “${oneLine(given.title)}” from ${given.feedUrl}. The feed is locked and lists this e-mail address as its owner’s.`,
    `To allow the import, enter this code in the import form: ${given.code}`,
  ],
  closing: `The code is valid for ${given.minutes} minutes. If you did not request it, ignore this e-mail and do not share the code: without it, nothing can be imported.`,
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 100);
