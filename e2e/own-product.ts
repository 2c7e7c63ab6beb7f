import { inject } from 'vitest';
import { startProduct, type Product } from './product.ts';

/** Starts a product for this test file alone, with data as after a first start, and its own settings. */
export const ownProduct = async (settings: Record<string, string> = {}): Promise<Product> =>
  await startProduct(settings, await askService<string>('/data'));

/** Gets what `shared-service.ts` serves to test files. */
export const askService = async <T>(path: string): Promise<T> => {
  const reply = await fetch(new URL(path, inject('sharedService')));
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} failed: ${text}`);
  return JSON.parse(text) as T;
};
