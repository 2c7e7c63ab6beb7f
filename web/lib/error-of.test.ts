import { expect, test } from 'vitest';
import { ApiError, requestError } from './api-error.ts';
import { failureOf } from './error-of.ts';

const failureFor = (thrown: unknown) => failureOf('account.updateFailed', thrown) as ApiError;

test('an unexpected error gets the text of the action, with the id of its log line', () => {
  const unexpected = new ApiError({ code: 'request.unexpected', title: 'T', message: 'M', id: 'log-7' }, 500);
  expect(failureFor(unexpected)).toMatchObject({
    code: 'account.updateFailed',
    title: 'Update failed',
    text: 'Failed to update the account (log-7)',
    cause: unexpected,
  });
});

test('so do a lost connection, an unavailable service, and a bug of the page', () => {
  const unavailable = new ApiError({ code: 'request.unavailable', title: 'T', message: 'M' }, 503);
  for (const thrown of [requestError('prompt.network'), unavailable, new TypeError('x is undefined')])
    expect(failureFor(thrown).text).toBe('Failed to update the account');
});

test('a refusal keeps its own text, whatever its status', () => {
  for (const status of [404, 409, 501, 503]) {
    const refusal = new ApiError({ code: 'profile.providerClosed', title: 'T', message: 'Own words' }, status);
    expect(failureFor(refusal)).toBe(refusal);
  }
});

test('aborted requests and failed chunks are returned unchanged', () => {
  const aborted = new DOMException('Aborted', 'AbortError');
  expect(failureOf('account.updateFailed', aborted)).toBe(aborted);
  const chunk = new TypeError('Failed to fetch dynamically imported module: /x.js');
  expect(failureOf('account.updateFailed', chunk)).toBe(chunk);
});
