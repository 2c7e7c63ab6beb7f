import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { compiledSchema } from './compiled-schema.ts';

const Track = z.object({ title: z.string(), album: z.optional(z.string()), lasts: z.nullable(z.number()) });
const Page = z.object({
  total: z.number(),
  items: z.array(Track).check(z.maxLength(2)),
  latest: z.nullable(z.object({ at: z.string(), track: z.optional(Track) })),
});
const track = { title: 'Harbour', lasts: 210 };

it.each([
  ['a whole reply', Page, { total: 1, items: [{ ...track, album: 'Lights' }], latest: { at: 'today', track } }],
  ['absent and empty fields', Page, { total: 1, items: [track], latest: null }],
  [
    'fields that the contract lacks',
    Page,
    { total: 1, items: [{ ...track, path: '/secret' }], latest: null, secret: 1 },
  ],
  ['a missing field', Page, { total: 1, items: [{ title: 'Harbour' }], latest: null }],
  ['a field of another type', Page, { total: 'one', items: [{ ...track, title: 5 }], latest: { at: 7 } }],
  ['a list that is too long', Page, { total: 3, items: [track, track, track], latest: null }],
  ['something else', Page, [track]],
  ['a field that may not be added', z.strictObject({ title: z.string() }), { title: 'Harbour', album: 'Lights' }],
])('returns the same as the contract for %s', (_case, schema, value) => {
  expect(z.safeParse(compiledSchema(schema), value)).toEqual(z.safeParse(schema, value));
});

it('compiles an object that contains itself', () => {
  const Folder = z.object({
    name: z.string(),
    get folders() {
      return z.array(Folder);
    },
  });
  const value = { name: 'music', folders: [{ name: 'jingles', folders: [], size: 3 }] };
  expect(z.parse(compiledSchema(Folder), value)).toEqual({
    name: 'music',
    folders: [{ name: 'jingles', folders: [] }],
  });
});

it('compiles a schema once', () => {
  expect(compiledSchema(Page)).toBe(compiledSchema(Page));
});
