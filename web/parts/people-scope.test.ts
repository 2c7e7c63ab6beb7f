import { expect, test } from 'vitest';
import { isHigher, rolesForMyself, rolesToGive, standingOf } from './people-scope.ts';

test('reads the held and the invited role', () => {
  expect(standingOf(['admin'])).toEqual({ held: 'admin' });
  expect(standingOf(['invited admin'])).toEqual({ invited: 'admin' });
  expect(standingOf(['staff', 'invited owner'])).toEqual({ held: 'staff', invited: 'owner' });
});

test('only owners and roles above them can assign owners', () => {
  expect(rolesToGive('account', ['signedIn', 'accountAdmin'])).toEqual(['admin']);
  expect(rolesToGive('account', ['signedIn', 'accountOwner'])).toEqual(['owner', 'admin']);
  expect(rolesToGive('station', ['signedIn', 'stationAdmin'])).toEqual(['admin', 'staff']);
  expect(rolesToGive('station', ['signedIn', 'stationOwner'])).toEqual(['admin', 'staff']);
  expect(rolesToGive('station', ['signedIn', 'accountAdmin'])).toEqual(['owner', 'admin', 'staff']);
  expect(rolesToGive('portal', ['signedIn', 'portalAdmin'])).toEqual(['admin']);
});

test('anyone may choose a lower role for themselves', () => {
  expect(rolesForMyself('station', ['admin', 'staff'], 'owner')).toEqual(['owner', 'admin', 'staff']);
  expect(rolesForMyself('account', ['admin'], 'admin')).toEqual(['admin']);
});

test('compares roles', () => {
  expect(isHigher('owner', 'admin')).toBe(true);
  expect(isHigher('staff', 'admin')).toBe(false);
});
