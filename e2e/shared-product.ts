import { randomBytes } from 'node:crypto';
import { people } from '#contract/api/people.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { acceptInvitations, register } from './registered-users.ts';
import { fetchFromService } from './own-product.ts';
import type { Product } from './product.ts';

/**
 * The product that test files share, with a portal administrator for each file. What a file creates remains, so it must
 * only assert about its own stations and users; a file that changes global settings, stops processes of the product,
 * removes its files or checks lists of everything starts its own product (`ownProduct`).
 */
export const sharedProduct = async (): Promise<Product> => {
  const running = await fetchFromService<Omit<Product, 'stop' | 'end'>>('/product');
  const shared = { ...running, stop: () => Promise.resolve(), end: () => Promise.resolve() };
  const callAsFirstAdmin = await signInByPassword(shared.url, shared.admin.email, shared.admin.password);
  const member = await register(shared, `owner.${randomBytes(4).toString('hex')}@skywave.example`);
  await callAsFirstAdmin(people.inviteToPortal, {
    params: { role: 'admin' },
    query: { email: member.email },
    body: {},
  });
  await acceptInvitations(member);
  return { ...shared, admin: { email: member.email, password: member.password } };
};
