import { userAgentOf } from '#contract/rules/brand.ts';

const unnamed = 'Radio';
let name = unnamed;

/** What this process calls itself to encoders, listeners and other servers: the brand's name, once the portal sent it. */
export function product(): string {
  return name;
}

/** Renames this process; what a header can't contain is removed, and nothing left is the neutral name. */
export function setProduct(next: string): void {
  const clean = next.replace(/[^\x20-\x7e]|["\\]/g, '').trim();
  name = clean === '' ? unnamed : clean;
}

/** The user agent of our requests to other servers. */
export function ownUserAgent(): string {
  return userAgentOf(name);
}
