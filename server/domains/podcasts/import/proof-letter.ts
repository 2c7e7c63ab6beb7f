import type { Letter } from '#server/kernel/kernel.ts';

/** The letter with the code that proves whose a locked feed is. */
export const proofLetter = (given: {
  to: string;
  code: string;
  title: string;
  feedUrl: string;
  asker: string;
  minutes: number;
}): Letter => ({
  to: given.to,
  subject: `${given.code} is the code to import “${oneLine(given.title)}”`,
  paragraphs: [
    'Hello,',
    `${given.asker} wants to import the podcast “${oneLine(given.title)}” from ${given.feedUrl}. Its feed is locked and names this address as its owner’s.`,
    `If you want that, enter this code there: ${given.code}`,
  ],
  closing: `The code is good for ${given.minutes} minutes. If you did not ask for it, do nothing and give it to nobody: without it the podcast is not imported.`,
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 100);
