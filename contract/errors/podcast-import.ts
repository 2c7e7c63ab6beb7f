import type { Refusals } from './refusals.ts';

/** Importing feeds. */
export const podcastImportErrors = {
  'import.notFeed': [422, 'Feed not usable', 'This is not a feed that can be imported: {reason}.'],
  'import.notFound': [404, 'Import not found', 'The import was not found.'],
  'import.isOwn': [422, 'Feed not usable', 'This is the feed of this {podcast} itself.'],
  'import.running': [
    409,
    'Import',
    'An import into this {podcast} is running. Please wait until it has ended, or cancel it.',
  ],
  'import.nothingToRetry': [409, 'Import', 'There is nothing to try again.'],
  'import.locked': [
    409,
    'The feed is locked',
    'Its owner does not let other hosts import it. If it is yours, have a code mailed to {owner}, or unlock the feed at its present host.',
  ],
  'import.lockedForGood': [
    409,
    'The feed is locked',
    'Its owner does not let other hosts import it, and it names no address that a code could be mailed to. Please unlock it at its present host (podcast:locked), or let it name its owner’s e-mail (itunes:owner), and try again.',
  ],
  'import.notLocked': [409, 'The feed is open', 'The feed is not locked: it can be imported without a code.'],
  'import.codeWrong': [422, 'Wrong code', 'This code is not the one that was mailed. You can try {left} more times.'],
  'import.codeExpired': [410, 'Code expired', 'This code is no longer good. Please have a new one mailed.'],
  'import.tooManyCodes': [
    429,
    'Too many codes',
    'Too many codes were mailed to this address. Please try again in an hour.',
  ],
  'import.noAudio': [422, 'Import', 'The feed names no audio file for it.'],
  'import.codeNotSent': [502, 'Import', 'The code could not be mailed. Please try again later.'],
} as const satisfies Refusals;
