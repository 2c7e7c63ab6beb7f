import { expect, test } from 'vitest';
import { permissions, type Role } from './permissions.ts';

const above: readonly (readonly [higher: Role, lower: Role])[] = [
  ['stationAdmin', 'stationStaff'],
  ['stationOwner', 'stationAdmin'],
  ['accountAdmin', 'stationOwner'],
  ['accountOwner', 'accountAdmin'],
  ['portalAdmin', 'accountOwner'],
];

test.each(above)('%s may do all that %s may', (higher, lower) => {
  const only = Object.entries(permissions).filter(([, { roles }]) => {
    const all: readonly Role[] = roles;
    return all.includes(lower) && !all.includes(higher);
  });
  expect(only.map(([action]) => action)).toEqual([]);
});
