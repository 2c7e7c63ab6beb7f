import { parsePhoneNumber } from 'libphonenumber-js/min';

/** The country (ISO 3166) of a number in E.164, '' where its prefix belongs to none, such as those of satellites. */
export const countryOfNumber = (number: string): string => parsed(number)?.country ?? '';

/** A number for people: `+1 202 555 0100`. */
export const displayNumber = (number: string): string => parsed(number)?.formatInternational() ?? number;

const parsed = (number: string) => {
  try {
    return parsePhoneNumber(number);
  } catch {
    return undefined;
  }
};
