import { expect, it } from 'vitest';
import { isSignedByTelnyx, isSignedByTwilio } from './signatures.ts';

const token = '12345';
const address = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const form = new URLSearchParams({
  To: '+18005551212',
  From: '+14158675309',
  Digits: '1234',
  CallSid: 'CA1234567890ABCDE',
});
form.append('Caller', '+14158675309');

it('Twilio’s signature is that of its documentation, whether or not it names the port', () => {
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  expect(isSignedByTwilio(token, address, form, signature)).toBe(true);
  expect(isSignedByTwilio(token, address.replace('.com', '.com:443'), form, signature)).toBe(true);
  expect(isSignedByTwilio(token, `${address}&more`, form, signature)).toBe(false);
  expect(isSignedByTwilio('123456', address, form, signature)).toBe(false);
  expect(isSignedByTwilio(token, address, form, '')).toBe(false);
});

it('what is no key, no time or no signature of Telnyx’s is refused, not an error', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const signed = { signature: Buffer.alloc(64).toString('base64'), timestamp: '1000' };
  expect(isSignedByTelnyx(key, '{}', signed, 1_000_000)).toBe(false);
  expect(isSignedByTelnyx('short', '{}', signed, 1_000_000)).toBe(false);
  expect(isSignedByTelnyx(key, '{}', { ...signed, timestamp: 'x' }, 1_000_000)).toBe(false);
  expect(isSignedByTelnyx(key, '{}', { ...signed, signature: '?' }, 1_000_000)).toBe(false);
});
