import { parseAddress, parseUri } from './sip/address.ts';
import { headerOf, headersOf, type SipRequest } from './sip/message.ts';

const digitsAtMost = 15;

/** A number as carriers write it (`+1-416-555-0100`, `0014165550100`, `14165550100`) in E.164; '' if it is none. */
export const phoneNumber = (written: string): string => {
  const digits = written.replaceAll(/[\s\-.()]/g, '');
  const found = /^(\+|00)?([1-9]\d{4,14})$/.exec(digits.slice(0, digitsAtMost + 3));
  return found && found[0] === digits ? `+${found[2]}` : '';
};

/** The number in what a carrier gives as a number or as an address (`sip:+1416…@host`); '' if there is none. */
export const phoneNumberIn = (written: string): string => phoneNumber(written) || numberOf(written);

/** The number that was called; '' if the request names none. `from`: `uri`, `to` or a header. */
export const calledNumber = (request: SipRequest, from: string): string => {
  if (from === 'uri') return numberOf(request.uri);
  const value = headerOf(request, from.toLowerCase());
  return numberOf(parseAddress(value)?.uri ?? '') || phoneNumber(value);
};

/** The caller's number; '' where they withhold it or have none. It is as reliable as the trunk. */
export const callerNumber = (request: SipRequest): string => {
  const privacy = headersOf(request, 'privacy').join(';').toLowerCase();
  if (/\b(id|user|header|critical)\b/.test(privacy)) return '';
  const asserted = headerOf(request, 'p-asserted-identity');
  const identity = parseAddress(asserted === '' ? headerOf(request, 'from') : asserted);
  return identity ? numberOf(identity.uri) : '';
};

const numberOf = (uri: string): string => phoneNumber((parseUri(uri)?.user ?? '').split(';')[0]!);
