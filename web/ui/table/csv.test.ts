import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { TableSearch } from './table-search.ts';
import { sortingOf } from './use-table-state.ts';

test('quotes values where needed and defuses spreadsheet formulas', () => {
  expect(csvOf([['a "b", c', '=HYPERLINK("x")', -3, null, '+49']])).toBe(
    `"a ""b"", c","'=HYPERLINK(""x"")",-3,,"'+49"\r\n`,
  );
});

test('parses the table state from the URL and drops invalid values', () => {
  expect(TableSearch.parse({ page: 3, size: 50, sort: '-name', search: 'x' })).toEqual({
    page: 3,
    size: 50,
    sort: '-name',
    search: 'x',
  });
  expect(TableSearch.parse({ page: -1, size: 7, sort: 5 })).toEqual({});
  expect(sortingOf('-name')).toEqual([{ id: 'name', desc: true }]);
});
