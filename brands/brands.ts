import type { Brand } from '#contract/rules/brand.ts';
import { brand as beacon } from './beacon/brand.ts';
import { brand as chorus } from './chorus/brand.ts';
import { brand as skywave } from './skywave/brand.ts';

/** All white labels; the server selects one by BRAND, the web app is built for one (`#brand/…`). */
export const brands: Readonly<Record<string, Brand>> = { skywave, beacon, chorus };
