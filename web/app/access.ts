import { isKeyOf, type Resource } from '#contract/rules/keys.ts';
import { mayDo, type Role } from '#contract/rules/permissions.ts';
import type { Page } from '#web/lib/pages.ts';
import { pathKeys } from './path-keys.ts';

/** A page: who may open it, and the keys in its URL. */
export type PageRequest = Pick<Page, 'may'> & { params: Readonly<Record<string, string | undefined>> };
export type AccessResult = 'open' | 'forbidden' | 'badRequest';

/** Whether a user with these roles may see the page; a malformed key makes it a bad request. */
export const checkAccess = ({ may, params }: PageRequest, roles: readonly Role[]): AccessResult => {
  const isMalformed = Object.entries<Resource>(pathKeys).some(([name, resource]) => {
    const key = params[name];
    return key !== undefined && !isKeyOf(resource, key);
  });
  if (isMalformed) return 'badRequest';
  return may === 'anyone' || mayDo(may, roles) ? 'open' : 'forbidden';
};
