import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

const longest = 254;
const shape = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** One written form of each address: trimmed, composed, in lower case, the domain in ASCII. */
export const normaliseEmail = (written: string): string => {
  const text = written.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' ? text : `${text.slice(0, at)}@${domain}`;
};

/** Whether a normalised address can be one. */
export const isEmail = (email: string): boolean => email.length <= longest && shape.test(email);

/** Stands for an address where the address itself needs not be kept. */
export const emailHash = (email: string): string => createHash('sha256').update(email).digest('base64url');
