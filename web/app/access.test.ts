import { expect, test } from 'vitest';
import { requiredActionOf, checkAccess } from './access.ts';

const account = `a-${'1'.repeat(22)}`;
const station = `s-${'1'.repeat(22)}`;
const at = (route: string, params: Record<string, string> = { accountKey: account, stationKey: station }) => ({
  route,
  params,
});

test('the longest matching route prefix decides', () => {
  expect(requiredActionOf('/accounts')).toBe('*');
  expect(requiredActionOf('/accounts/$accountKey/')).toBe('account.read');
  expect(requiredActionOf('/accounts/$accountKey/stations')).toBe('account.read');
  expect(requiredActionOf('/accounts/$accountKey/stations/$stationKey/autodj')).toBe('station.playout');
  expect(requiredActionOf('/portal/posts/$postKey/edit')).toBe('portal.read');
  expect(requiredActionOf('/portal/audit')).toBe('portal.readAudit');
  expect(requiredActionOf('/profile/settings')).toBe('*');
});

test('account pages open for account owners, account admins and portal admins', () => {
  for (const role of ['accountOwner', 'accountAdmin', 'portalAdmin'] as const)
    expect(checkAccess(at('/accounts/$accountKey/settings'), ['signedIn', role])).toBe('open');
  for (const role of ['stationOwner', 'stationAdmin', 'stationStaff'] as const)
    expect(checkAccess(at('/accounts/$accountKey/settings'), ['signedIn', role])).toBe('forbidden');
});

test('station pages also open for the station team, but staff see neither settings nor statistics', () => {
  const page = '/accounts/$accountKey/stations/$stationKey';
  expect(checkAccess(at(page), ['signedIn', 'stationStaff'])).toBe('open');
  expect(checkAccess(at(`${page}/autodj`), ['signedIn', 'stationStaff'])).toBe('open');
  for (const closed of ['analytics', 'settings', 'settings/people'])
    expect(checkAccess(at(`${page}/${closed}`), ['signedIn', 'stationStaff'])).toBe('forbidden');
  expect(checkAccess(at(`${page}/settings/people`), ['signedIn', 'stationAdmin'])).toBe('open');
});

test('the portal area opens for portal admins only', () => {
  expect(checkAccess(at('/portal/', {}), ['signedIn', 'accountOwner'])).toBe('forbidden');
  expect(checkAccess(at('/portal/', {}), ['signedIn', 'portalAdmin'])).toBe('open');
});

test('a malformed key is a bad request', () => {
  expect(checkAccess(at('/accounts/$accountKey/', { accountKey: 'a-1' }), ['portalAdmin'])).toBe('badRequest');
  expect(checkAccess(at('/stations/$stationKey', { stationKey: account }), ['portalAdmin'])).toBe('badRequest');
});
