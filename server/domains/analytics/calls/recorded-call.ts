import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CallEvent } from '#contract/engine-calls.ts';
import type { RecordedCall } from './record-calls.service.ts';

/** An engine's call as statistics record it, with the caller's country. */
export const recordedCall = ({
  type: _type,
  codec: _codec,
  lost: _lost,
  digits: _digits,
  ...call
}: CallEvent): RecordedCall => ({ ...call, country: countryOfNumber(call.caller) });

/** The country (ISO 3166) of a phone number with its country code; '' where it is withheld or belongs to none. */
export const countryOfNumber = (number: string): string => parsePhoneNumberFromString(number)?.country ?? '';
