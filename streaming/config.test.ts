import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const token = { ENGINE_TOKEN: 'a token for tests only' };

it.each([
  ['', '192.0.0.1', false],
  ['', '10.1.2.3', false],
  ['', '93.184.216.34', true],
  ['10.0.0.0/8 ::1', '10.1.2.3', true],
  ['10.0.0.0/8, ::1', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8 ::1', '::1', true],
  ['10.0.0.0/8', '127.0.0.1', false],
])('with ENGINE_ALLOW_PRIVATE "%s" may fetch from %s: %s', (allowed, address, may) => {
  expect(readConfig({ ...token, ENGINE_ALLOW_PRIVATE: allowed }).mayDial(address)).toBe(may);
});

it('names the setting that is wrong', () => {
  const wrong = { ...token, ENGINE_ALLOW_PRIVATE: 'my network' };
  expect(() => readConfig(wrong)).toThrow('ENGINE_ALLOW_PRIVATE: "my" is neither an IP address nor a network.');
});
