import { expect, it } from 'vitest';
import { directionOf } from './text-direction.ts';

it.each([
  ['en', 'ltr'],
  ['de-AT', 'ltr'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['FA', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['pa-Arab-PK', 'rtl'],
  ['zh-Hant', 'ltr'],
  ['', 'ltr'],
])('writes %s %s', (language, direction) => expect(directionOf(language)).toBe(direction));
