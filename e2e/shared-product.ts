import { randomBytes } from 'node:crypto';
import { people } from '#contract/people.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { acceptAll, register } from './crew.ts';
import { askService } from './own-product.ts';
import type { Product } from './product.ts';

/**
 * The product that test files share, with a portal administrator of this file's own. What a file makes stays there, so
 * its claims are about its own stations and people, never about all there are; a file that changes what belongs to
 * everybody, ends parts of the product, removes its files or looks at lists of everything starts its own (`ownProduct`).
 */
export const sharedProduct = async (): Promise<Product> => {
  const there = await askService<Omit<Product, 'stop' | 'end'>>('/product');
  const shared = { ...there, stop: () => Promise.resolve(), end: () => Promise.resolve() };
  const first = await signInByPassword(shared.url, shared.admin.email, shared.admin.password);
  const own = await register(shared, `owner.${randomBytes(4).toString('hex')}@skywave.example`);
  await first(people.inviteToPortal, { params: { role: 'admin' }, query: { email: own.email }, body: {} });
  await acceptAll(own);
  return { ...shared, admin: { email: own.email, password: own.password } };
};
