import { readFileSync } from 'node:fs';
import { product, setProduct } from '#streaming/base/product.ts';
import { writeAtomically } from './atomic-file.ts';

/** Names this process as at its last run, and returns how to rename it; `changed` is called when the name differs. */
export const openProductFile = (path: string, changed: () => void): ((name: string) => Promise<void>) => {
  try {
    setProduct(readFileSync(path, 'utf8'));
  } catch {
    // The portal has not sent a name yet.
  }
  return async (name) => {
    const before = product();
    setProduct(name);
    if (product() === before) return;
    changed();
    await writeAtomically(path, product());
  };
};
