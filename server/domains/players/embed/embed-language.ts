import { acceptedLanguage, nearestLanguage } from '#contract/rules/nearest-language.ts';

/** The language of a player for a visitor: as it is set, else that of the page around it, else the browser's, else English. */
export const embedLanguage = (set: string, ofPage: string | undefined, accepted: string | undefined): string =>
  (set === 'auto' ? (nearestLanguage(ofPage ?? '') ?? acceptedLanguage(accepted)) : nearestLanguage(set)) ?? 'en';
