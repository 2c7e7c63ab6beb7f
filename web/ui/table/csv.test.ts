import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { TableSearch } from './table-search.ts';
import { sortingOf } from './use-table-state.ts';

test('quotes what needs it and never gives a spreadsheet a formula', () => {
  expect(csvOf([['a "b", c', '=HYPERLINK("x")', -3, null, '+49']])).toBe(
    `"a ""b"", c","'=HYPERLINK(""x"")",-3,,"'+49"\r\n`,
  );
});

test('reads a table out of the URL and drops what makes no sense', () => {
  expect(TableSearch.parse({ page: 3, size: 50, sort: '-name', search: 'x' })).toEqual({
    page: 3,
    size: 50,
    sort: '-name',
    search: 'x',
  });
  expect(TableSearch.parse({ page: -1, size: 7, sort: 5 })).toEqual({});
  expect(sortingOf('-name')).toEqual([{ id: 'name', desc: true }]);
});
