import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { open } from 'maxmind';
import { expect, it } from 'vitest';
import { mmdbGeo, packagedDatabases } from './mmdb.ts';

const geo = mmdbGeo(packagedDatabases());

it('finds country, region and city of IPv4, IPv6 and mapped addresses', async () => {
  expect((await geo.locate('8.8.8.8')).country).toBe('US');
  expect(await geo.locate('::ffff:8.8.8.8')).toEqual(await geo.locate('8.8.8.8'));
  const frankfurt = await geo.locate('2a00:1450:4001:80b::200e');
  expect(frankfurt.country).toBe('DE');
  expect(frankfurt.city).not.toBe('');
});

it('finds nothing for private, loopback and invalid addresses', async () => {
  for (const address of ['10.1.2.3', '192.168.0.1', '127.0.0.1', '::1', 'fe80::1', 'fd00::1', '100.64.0.1', 'x', ''])
    expect(await geo.locate(address)).toEqual({ country: '', region: '', city: '' });
});

it('finds nothing if the database is missing', async () => {
  const without = mmdbGeo({ ipv4: '/nowhere/4.mmdb', ipv6: '/nowhere/6.mmdb' });
  expect((await without.locate('8.8.8.8')).country).toBe('');
});

it('finds coordinates, or null if unknown', async () => {
  const berlin = await geo.pinpoint('141.20.5.188');
  expect([berlin.country, berlin.region]).toEqual(['DE', 'State of Berlin']);
  expect([Math.round(berlin.latitude ?? 0), Math.round(berlin.longitude ?? 0)]).toEqual([53, 13]);
  expect(await geo.pinpoint('10.1.2.3')).toMatchObject({ country: '', latitude: null, longitude: null });
});

it('finds the same places in bulk as one by one, all over the address space', async () => {
  const { ipv4, ipv6 } = packagedDatabases();
  const [v4, v6] = await Promise.all([open(ipv4), open(ipv6)]);
  const addresses = Array.from({ length: 20_000 }, (_, i) => someAddress(i));
  const places = await geo.pinpointAll(addresses);
  for (const [i, text] of addresses.entries()) {
    const address = ipaddr.process(text);
    const reader = address.kind() === 'ipv4' ? v4 : v6;
    const city = address.range() === 'unicast' ? (reader.get(address.toString()) as City | null) : null;
    const { country_code: country = '', state1: region = '', city: name = '' } = city ?? {};
    expect(places[i]).toMatchObject({ country, region, city: name });
  }
  expect(await geo.pinpoint(addresses[0]!)).toEqual(places[0]);
  expect(places.filter(({ city }) => city !== '').length).toBeGreaterThan(5000);
}, 60_000);

type City = { country_code?: string; state1?: string; city?: string };

const networks = [0x2001, 0x2002, 0x2003, 0x2400, 0x2600, 0x2620, 0x2804, 0x3fff, 0xfe80];

/** A pseudo-random IPv4 address, or IPv6 address of allocated and special-purpose networks. */
const someAddress = (i: number): string => {
  const dice = hash('sha256', String(i), 'buffer');
  if (i % 2 === 0) return [...dice.subarray(0, 4)].join('.');
  const first = i % 3 === 0 ? 0x2a00 + (dice[0]! % 16) : networks[dice[0]! % networks.length]!;
  return [first, (dice[1]! % 2) * (dice.readUInt16BE(2) >> 4), dice.readUInt16BE(4), dice[6]!, 0, 0, 0, dice[7]! % 9]
    .map((part) => part.toString(16))
    .join(':');
};
