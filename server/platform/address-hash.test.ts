import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashListener, hashListeners } from './address-hash.ts';

const secrets = { get: async (name: string) => `the secret ${name}` };
const at = new Date('2026-03-01');
const hashed = (network: string, year: number, agent = 'VLC'): string =>
  createHmac('sha256', `the secret address-hash.${year}`)
    .update(`${network}\n${agent}`)
    .digest()
    .readBigUInt64BE()
    .toString();

it.each([
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['010.1.2.3', '8.1.2.3'],
  ['2a02:102:ff00:1::1', '42.2.1.2.255.0.0.1'],
  ['2a02:102:ff00:1:2:3:4:5', '42.2.1.2.255.0.0.1'],
  ['::1', '0.0.0.0.0.0.0.0'],
  ['nowhere', 'nowhere'],
  ['', ''],
])('knows the listeners at %j by %j', async (ip, network) => {
  expect(await hashListener(secrets, { ip, user_agent: 'VLC', at })).toBe(hashed(network, 2026));
});

it('hashes many listeners in order, each with the key of its year (UTC)', async () => {
  const listeners = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2025-06-01T00:00:00Z'].flatMap((moment) =>
    ['VLC', 'Ünï'].map((user_agent) => ({ ip: '8.8.8.8', user_agent, from: Date.parse(moment) })),
  );
  const years = [2025, 2025, 2026, 2026, 2025, 2025];
  expect(await hashListeners(secrets, listeners)).toEqual(
    years.map((year, i) => hashed('8.8.8.8', year, listeners[i]!.user_agent)),
  );
  expect(await hashListeners(secrets, [])).toEqual([]);
});
