import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

const maxLength = 254;
const shape = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Normalises an e-mail address: trimmed, NFC, lower case, domain in ASCII. */
export const normaliseEmail = (input: string): string => {
  const text = input.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' ? text : `${text.slice(0, at)}@${domain}`;
};

/** Whether a normalised address is well-formed. */
export const isEmail = (email: string): boolean => email.length <= maxLength && shape.test(email);

/** Identifies an e-mail address where the address itself need not be stored. */
export const emailHash = (email: string): string => createHash('sha256').update(email).digest('base64url');
