import { expect, it } from 'vitest';
import { contentPolicy } from './security-headers.ts';

const policy = contentPolicy({
  streamUrl: 'http://radio.test:8000',
  hlsBaseUrl: 'https://cdn.test/radio',
  oidcIssuer: 'https://id.test/realms/a',
  deliveryUrl: 'https://pods.test/',
});
const parts = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('; ').map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]));

it('lets a page run and load only our own content, and frame DELIVERY_URL', () => {
  expect(parts(policy('n'))).toMatchObject({
    'script-src': "'self' 'nonce-n'",
    'style-src': "'self' 'nonce-n'",
    'img-src': "'self' data: blob:",
    'connect-src': "'self' http://radio.test:8000 https://cdn.test ws://radio.test:8000 https://id.test",
    'frame-src': "'self' https://pods.test",
    'default-src': "'self'",
    'object-src': "'none'",
    'form-action': "'self' https://id.test",
    'frame-ancestors': "'none'",
  });
});
