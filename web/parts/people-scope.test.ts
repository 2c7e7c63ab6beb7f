import { expect, test } from 'vitest';
import { isHigher, ownRoleChoices, grantableRoles, heldAndInvited } from './people-scope.ts';

test('reads the held and the invited role', () => {
  expect(heldAndInvited(['admin'])).toEqual({ held: 'admin' });
  expect(heldAndInvited(['invited admin'])).toEqual({ invited: 'admin' });
  expect(heldAndInvited(['staff', 'invited owner'])).toEqual({ held: 'staff', invited: 'owner' });
});

test('only owners and roles above them can assign owners', () => {
  expect(grantableRoles('account', ['signedIn', 'accountAdmin'])).toEqual(['admin']);
  expect(grantableRoles('account', ['signedIn', 'accountOwner'])).toEqual(['owner', 'admin']);
  expect(grantableRoles('station', ['signedIn', 'stationAdmin'])).toEqual(['admin', 'staff']);
  expect(grantableRoles('station', ['signedIn', 'stationOwner'])).toEqual(['admin', 'staff']);
  expect(grantableRoles('station', ['signedIn', 'accountAdmin'])).toEqual(['owner', 'admin', 'staff']);
  expect(grantableRoles('portal', ['signedIn', 'portalAdmin'])).toEqual(['admin']);
});

test('anyone may choose a lower role for themselves', () => {
  expect(ownRoleChoices('station', ['admin', 'staff'], 'owner')).toEqual(['owner', 'admin', 'staff']);
  expect(ownRoleChoices('account', ['admin'], 'admin')).toEqual(['admin']);
});

test('compares roles', () => {
  expect(isHigher('owner', 'admin')).toBe(true);
  expect(isHigher('staff', 'admin')).toBe(false);
});
