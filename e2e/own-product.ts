import { inject } from 'vitest';
import { startProduct, type Product } from './product.ts';

/** A product of this file's own, on data as a first start leaves them, with settings of its own. */
export const ownProduct = async (settings: Record<string, string> = {}): Promise<Product> =>
  await startProduct(settings, await askService<string>('/data'));

/** What `shared-service.ts` gives to test files. */
export const askService = async <T>(path: string): Promise<T> => {
  const reply = await fetch(new URL(path, inject('sharedService')));
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} was not had: ${text}`);
  return JSON.parse(text) as T;
};
