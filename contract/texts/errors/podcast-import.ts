import type { Refusals } from './refusals.ts';

/** Importing feeds. */
export const podcastImportErrors = {
  'import.notFeed': [422, 'Feed not usable', 'This feed cannot be imported: {reason}.'],
  'import.notFound': [404, 'Import not found', 'The import was not found.'],
  'import.isOwn': [422, 'Feed not usable', 'This is the {podcast}’s own feed.'],
  'import.running': [
    409,
    'Import',
    'An import into this {podcast} is running. Please wait for it to finish, or cancel it.',
  ],
  'import.nothingToRetry': [409, 'Import', 'There is nothing to retry.'],
  'import.locked': [
    409,
    'The feed is locked',
    'Its owner has locked it against import. If it is yours, have a code sent to {owner}, or unlock the feed at its current host.',
  ],
  'import.lockedForGood': [
    409,
    'The feed is locked',
    'Its owner has locked it against import, and it names no e-mail address to send a code to. Please unlock it at its current host (podcast:locked), or add the owner’s e-mail to it (itunes:owner), and try again.',
  ],
  'import.notLocked': [409, 'The feed is not locked', 'The feed is not locked: it can be imported without a code.'],
  'import.codeWrong': [422, 'Wrong code', 'This is not the code that was sent. Attempts left: {left}.'],
  'import.codeExpired': [410, 'Code expired', 'This code has expired. Please request a new one.'],
  'import.tooManyCodes': [
    429,
    'Too many codes',
    'Too many codes were sent to this address. Please try again in an hour.',
  ],
  'import.noAudio': [422, 'Import', 'The feed has no audio file for this episode.'],
  'import.codeNotSent': [502, 'Import', 'The code could not be sent. Please try again later.'],
} as const satisfies Refusals;
