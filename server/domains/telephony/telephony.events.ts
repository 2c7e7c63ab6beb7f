import type { StationKey } from '#contract/keys.ts';

/** Lines, limits or the host changed: the engine gets them again. */
export const telephonyChanged = 'telephony.changed';

/** A station's prompt was replaced or removed: its former files are removed once the engine no longer uses them. */
export const promptReplaced = 'telephony.promptReplaced';
export type PromptReplaced = { station: StationKey; revision: number };

/** The job that removes the files of a prompt, unless they are in use. */
export const removePromptFiles = 'telephony.removeFiles';

/** Something that people must know of a station's phone numbers; the payload is `PersonalEmails`. */
export const lineEmail = 'telephony.email';
