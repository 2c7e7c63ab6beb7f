import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseSearch, stringifySearch, textParam } from './search-params.ts';

const Search = z.object({ page: z.catch(z.optional(z.number()), undefined), search: textParam(30) });
const read = (url: string) => Search.parse(parseSearch(url));

it.each(['55500', '0049', '-5', '3.10', '1e5', '12345678901234567890', 'true', 'null', 'Küste 7', '+49 30'])(
  'a text that a person writes into the URL is searched for as written: %s',
  (written) => {
    expect(read(`?page=2&search=${encodeURIComponent(written)}`)).toEqual({ page: 2, search: written });
  },
);

it.each(['55500', '1e5', 'true', '"quoted"', '{"a":1}', ''])('a text that we write is read again: %s', (search) => {
  expect(read(stringifySearch({ page: 3, search }))).toEqual({ page: 3, search });
});

it('nothing, too much and lists are no text', () => {
  expect(read('')).toEqual({});
  expect(read(`?search=${'9'.repeat(31)}`).search).toBeUndefined();
  expect(read('?search=%5B1%5D').search).toBeUndefined();
  expect(read('?search=1&search=2').search).toBeUndefined();
});
