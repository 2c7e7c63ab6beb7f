import { userAgentOf } from '#contract/rules/brand.ts';

const unnamed = 'Radio';
let name = unnamed;

/** What this process calls itself to encoders, listeners and other servers: the brand's name, once the portal sent it. */
export const product = (): string => name;

/** Renames this process; what a header can't contain is removed, and nothing left is the neutral name. */
export const setProduct = (next: string): void => {
  const clean = next.replace(/[^\x20-\x7e]|["\\]/g, '').trim();
  name = clean === '' ? unnamed : clean;
};

/** The user agent of our requests to other servers. */
export const ownUserAgent = (): string => userAgentOf(name);
