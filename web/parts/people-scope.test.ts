import { expect, test } from 'vitest';
import { isHigher, rolesForMyself, rolesToGive, standingOf } from './people-scope.ts';

test('reads what somebody is and what they were asked to be', () => {
  expect(standingOf(['admin'])).toEqual({ held: 'admin' });
  expect(standingOf(['invited admin'])).toEqual({ invited: 'admin' });
  expect(standingOf(['staff', 'invited owner'])).toEqual({ held: 'staff', invited: 'owner' });
});

test('only owners, and who stands above them, make owners', () => {
  expect(rolesToGive('account', ['signedIn', 'accountAdmin'])).toEqual(['admin']);
  expect(rolesToGive('account', ['signedIn', 'accountOwner'])).toEqual(['owner', 'admin']);
  expect(rolesToGive('station', ['signedIn', 'stationAdmin'])).toEqual(['admin', 'staff']);
  expect(rolesToGive('station', ['signedIn', 'stationOwner'])).toEqual(['admin', 'staff']);
  expect(rolesToGive('station', ['signedIn', 'accountAdmin'])).toEqual(['owner', 'admin', 'staff']);
  expect(rolesToGive('portal', ['signedIn', 'portalAdmin'])).toEqual(['admin']);
});

test('anybody may step down', () => {
  expect(rolesForMyself('station', ['admin', 'staff'], 'owner')).toEqual(['owner', 'admin', 'staff']);
  expect(rolesForMyself('account', ['admin'], 'admin')).toEqual(['admin']);
});

test('knows which way a change of role goes', () => {
  expect(isHigher('owner', 'admin')).toBe(true);
  expect(isHigher('staff', 'admin')).toBe(false);
});
