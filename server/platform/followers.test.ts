import { expect, it } from 'vitest';
import { limitFollowers } from './followers.ts';

const bound = { perClient: 2, mostTogether: 3 };

it('limits followers per client, and admits new ones as others leave', () => {
  const followers = limitFollowers(bound);
  const leave = followers.enter('2001:db8::1');
  followers.enter('2001:db8::2');
  expect(() => followers.enter('2001:db8::3')).toThrow(expect.objectContaining({ code: 'request.rateLimited' }));
  leave();
  leave();
  followers.enter('2001:db8::3');
  expect(() => followers.enter('2001:db8::4')).toThrow(expect.objectContaining({ code: 'request.rateLimited' }));
});

it('limits followers in total', () => {
  const followers = limitFollowers(bound);
  const leave = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => followers.enter(address));
  expect(() => followers.enter('192.0.2.4')).toThrow(expect.objectContaining({ code: 'request.unavailable' }));
  leave[0]?.();
  followers.enter('192.0.2.4');
});
