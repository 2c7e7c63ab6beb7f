import * as z from 'zod/mini';

/** What a form says where the contract's schema has no words of its own. */
const messageOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null))
    return 'This field is required';
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? 'This field is required' : `At least ${issue.minimum} characters`;
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters`;
  if (issue.code === 'too_small') return `At least ${issue.minimum}`;
  if (issue.code === 'too_big') return `At most ${issue.maximum}`;
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'Please enter a number';
  if (issue.code === 'invalid_value') return 'Please choose one of the list';
  return 'Please check this field';
};

z.config({ localeError: messageOf });
