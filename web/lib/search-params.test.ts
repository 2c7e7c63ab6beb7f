import { expect, it } from 'vitest';
import {
  dayParam,
  listParam,
  oneOfParam,
  parseSearch,
  patternParam,
  searchParams,
  stringifySearch,
  textParam,
  wholeParam,
} from './search-params.ts';

const Search = searchParams({ page: wholeParam(1, 9), search: textParam(30) });
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

it('a parameter that no control could have set is left out, and so is one that the route has not', () => {
  const search = searchParams({
    only: oneOfParam(['new', 'done']),
    isOpen: oneOfParam([true, false]),
    page: wholeParam(1, 9),
    day: dayParam,
    parts: listParam(patternParam(/^[a-z]+$/, 5), 2),
  });
  const whole = { only: 'done', isOpen: false, page: 9, day: '2028-02-29', parts: ['a', 'b'] };
  expect(search.parse({ ...whole, other: 1 })).toEqual(whole);
  expect(search.parse({})).toEqual({});
  for (const wrong of [
    { only: 'old', isOpen: 0, page: 10, day: '2027-02-29', parts: ['a', 'b', 'c'] },
    { only: ['new'], isOpen: 'true', page: 1.5, day: 20280229, parts: ['a', 'B'] },
    { only: 1, isOpen: null, page: '1', day: null, parts: ['abcdef'] },
    { only: null, isOpen: 'false', page: 0, day: ['2028-02-29'], parts: 'a' },
  ])
    expect(search.parse(wrong), JSON.stringify(wrong)).toEqual({});
});
