import { expect, it } from 'vitest';
import { contentPolicy } from './security-headers.ts';

const policy = contentPolicy({ streamUrl: 'http://radio.test:8000', oidcIssuer: 'https://id.test/realms/a' });
const parts = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('; ').map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]));

it('lets a page run and load only what is ours where nobody else is a guest', () => {
  const found = parts(policy('n'));
  expect(found).toMatchObject({
    'script-src': "'self' 'nonce-n'",
    'img-src': "'self' data: blob:",
    'connect-src': "'self' http://radio.test:8000 https://id.test",
    'frame-ancestors': "'none'",
  });
  expect(found).not.toHaveProperty('frame-src');
  expect(policy('n', [''])).toBe(policy('n'));
});

it('lets the script of a guest run, frame and call home, and nothing else', () => {
  const found = parts(policy('n', ['https://chat.test/widget.js?id=1', 'http://help.test:81/w.js']));
  const guests = 'https://chat.test http://help.test:81';
  expect(found).toMatchObject({
    'script-src': `'self' 'nonce-n' ${guests}`,
    'style-src': `'self' 'nonce-n' ${guests}`,
    'img-src': `'self' data: blob: ${guests}`,
    'frame-src': `'self' ${guests}`,
    'default-src': "'self'",
    'object-src': "'none'",
    'form-action': "'self' https://id.test",
  });
  expect(found['connect-src']).toContain(`${guests} wss://chat.test ws://help.test:81`);
});

it.each([
  'https://x.test;sandbox/w.js',
  'javascript:alert(1)',
  'data:text/javascript,1',
  '*',
  "https://a.test,'unsafe-inline'",
])('is not changed by %s', (address) => {
  expect(policy('n', [address])).toBe(policy('n'));
});
