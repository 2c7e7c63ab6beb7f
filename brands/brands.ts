import type { Brand } from '#contract/brand.ts';
import { brand as beacon } from './beacon/brand.ts';
import { brand as chorus } from './chorus/brand.ts';
import { brand as skywave } from './skywave/brand.ts';

/** Every white label; the server picks by BRAND, the web is built for one (`#brand/…`). */
export const brands: Readonly<Record<string, Brand>> = { skywave, beacon, chorus };
