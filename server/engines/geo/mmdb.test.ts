import { expect, it } from 'vitest';
import { mmdbGeo, packagedDatabases } from './mmdb.ts';

const geo = mmdbGeo(packagedDatabases());

it('knows country, region and city of IPv4, IPv6 and mapped addresses', async () => {
  expect((await geo.locate('8.8.8.8')).country).toBe('US');
  expect(await geo.locate('::ffff:8.8.8.8')).toEqual(await geo.locate('8.8.8.8'));
  const frankfurt = await geo.locate('2a00:1450:4001:80b::200e');
  expect(frankfurt.country).toBe('DE');
  expect(frankfurt.city).not.toBe('');
});

it('places private, loopback and unreadable addresses nowhere', async () => {
  for (const address of ['10.1.2.3', '192.168.0.1', '127.0.0.1', '::1', 'fe80::1', 'fd00::1', '100.64.0.1', 'x', ''])
    expect(await geo.locate(address)).toEqual({ country: '', region: '', city: '' });
});

it('knows nothing where the database is missing', async () => {
  const without = mmdbGeo({ ipv4: '/nowhere/4.mmdb', ipv6: '/nowhere/6.mmdb' });
  expect((await without.locate('8.8.8.8')).country).toBe('');
});

it('knows where on a map that is, and says where it does not', async () => {
  const berlin = await geo.pinpoint('141.20.5.188');
  expect([berlin.country, berlin.region]).toEqual(['DE', 'State of Berlin']);
  expect([Math.round(berlin.latitude ?? 0), Math.round(berlin.longitude ?? 0)]).toEqual([53, 13]);
  expect(await geo.pinpoint('10.1.2.3')).toMatchObject({ country: '', latitude: null, longitude: null });
});
