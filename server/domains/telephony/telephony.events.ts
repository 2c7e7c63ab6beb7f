import type { StationKey } from '#contract/rules/keys.ts';

/** Lines, limits or the host changed: the engine gets them again. */
export const telephonyChanged = 'telephony.changed';

/** The job that removes the files of a prompt that was replaced or removed, once the engine no longer uses them. */
export const removePromptFiles = 'telephony.removeFiles';
export type FormerPrompt = { station: StationKey; revision: number };

/** Something that people must know of a station's phone numbers; the payload is `PersonalEmails`. */
export const lineEmail = 'telephony.email';
