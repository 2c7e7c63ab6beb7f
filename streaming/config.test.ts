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

it.each([
  [{ ENGINE_BUS: 'http://engine:8701' }, 'ENGINE_BUS: "http://engine:8701" is neither a path nor a URL'],
  [{ ENGINE_BUS: 'https://engine:8701', ENGINE_TOKEN: '' }, 'ENGINE_TOKEN: set a secret'],
  [{ BUS_PORT: '8701' }, 'BUS_PORT: the bus leaves this machine only encrypted'],
  [{ ENGINE_TLS: 'on' }, 'ENGINE_TLS needs TLS_CERT and TLS_KEY.'],
  [{ HLS_BASE_URL: 'cdn.example' }, 'HLS_BASE_URL: "cdn.example" is no URL that begins with http:// or https://'],
  [{ ENGINE_TLS: 'yes' }, 'ENGINE_TLS: "yes" is neither on nor off.'],
  [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, 'METRICS_TOKEN must be set'],
])('refuses %o', (wrong, problem) => {
  expect(() => readConfig({ ...token, ...wrong })).toThrow(problem);
});

it('finds the engine of an edge on this machine, or on another one by its token', () => {
  expect(readConfig({ ...token, ENGINE_BUS: '/run/bus.sock' }).engineBuses).toEqual(['/run/bus.sock']);
  const remote = readConfig({ ...token, DATA_DIR: '/data', ENGINE_BUS: 'https://engine:8701' });
  expect(remote.engineBuses).toEqual([{ url: 'https://engine:8701', token: token.ENGINE_TOKEN }]);
  const several = readConfig({ ...token, ENGINE_BUS: 'https://one:8701, https://two:8701' });
  expect(several.engineBuses).toMatchObject([{ url: 'https://one:8701' }, { url: 'https://two:8701' }]);
  expect(remote.busPath).toBe('/data/engine/bus.sock');
});
