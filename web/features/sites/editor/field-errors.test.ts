import { expect, test } from 'vitest';
import { errorsBelow, placeOfError } from './field-errors.ts';

const errors = {
  slug: 'In use',
  'draft.pages.1.blocks.12.items.0.url': 'No URL',
  'draft.pages.1.blocks.1.text': 'Long',
};

test('names the problems of one block from there', () => {
  expect(errorsBelow(errors, 'draft.pages.1.blocks.1')).toEqual({ text: 'Long' });
  expect(errorsBelow(errors, 'draft.pages.1.blocks.12')).toEqual({ 'items.0.url': 'No URL' });
});

test('finds the first page and block with a problem', () => {
  expect(placeOfError(errors)).toEqual({ page: 1, block: 12 });
  expect(placeOfError({ 'draft.pages.0.path': 'x' })).toEqual({ page: 0, block: undefined });
  expect(placeOfError({ slug: 'x', 'draft.title': 'x' })).toBeUndefined();
});
