import { expect, test } from 'vitest';
import { pagesOf } from '#web/lib/pages.ts';
import { checkAccess } from './access.ts';
import { routeTree } from './route-tree.ts';

const pages = pagesOf(routeTree);
const account = `a-${'1'.repeat(22)}`;
const station = `s-${'1'.repeat(22)}`;
const at = (route: string, params: Record<string, string> = { accountKey: account, stationKey: station }) => {
  const page = pages.get(route);
  if (!page) throw new Error(`${route} is not declared`);
  return { may: page.may, params };
};

test('a screen says itself who may open it', () => {
  expect(pages.get('/accounts')?.may).toBe('anyone');
  expect(pages.get('/accounts/$accountKey')?.may).toBe('account.read');
  expect(pages.get('/accounts/$accountKey/stations/$stationKey/autodj')?.may).toBe('station.playout');
  expect(pages.get('/portal/posts/$postKey/edit')?.may).toBe('portal.read');
  expect(pages.get('/portal/audit')?.may).toBe('portal.readAudit');
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
  expect(checkAccess(at('/portal', {}), ['signedIn', 'accountOwner'])).toBe('forbidden');
  expect(checkAccess(at('/portal', {}), ['signedIn', 'portalAdmin'])).toBe('open');
});

test('a malformed key is a bad request', () => {
  expect(checkAccess(at('/accounts/$accountKey', { accountKey: 'a-1' }), ['portalAdmin'])).toBe('badRequest');
  expect(checkAccess(at('/stations/$stationKey', { stationKey: account }), ['portalAdmin'])).toBe('badRequest');
});
