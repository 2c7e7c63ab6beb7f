import type { ProviderConsent } from '#contract/api/ad-providers.ts';

/** The EEA, Switzerland and the United Kingdom, whose law requires consent before a listener is named to an ad server. */
const europe = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO CH GB GG JE IM GI ' +
    'AX GF GP MQ RE YT MF'
  ).split(' '),
);

/** Whether an ad server may get the address of a listener in this country; one whose country isn't known counts as European. */
export const mayBeNamed = (consent: ProviderConsent, country: string): boolean =>
  consent === 'everywhere' || (country !== '' && !europe.has(country));
