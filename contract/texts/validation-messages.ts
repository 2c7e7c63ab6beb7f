import type * as z from 'zod/mini';

/*
 * Default messages for missing and invalid values (spec §5), where a schema has no message. The API and the forms of
 * the pages use the same.
 */

const required = 'This field is required';
const notValid = 'This value is not valid';

/** The most values that a message lists. */
const namedAtMost = 12;

/** The message for each zod issue. */
export const validationMessages: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return required;
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue.expected);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return issue.origin === 'string'
        ? `At most ${count(issue.maximum, 'character')}`
        : `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}`;
    case 'not_multiple_of':
      return `Please enter a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return issue.input === '' ? required : oneOf(issue.values);
    case 'invalid_format':
      return formatWords[issue.format] ?? 'This is not in the right format';
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionWords(issue.errors.flat());
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return notValid;
  }
};

/** The messages of the alternative that isn't a fixed value, e.g. a URL where '' is valid too. */
const unionWords = (issues: readonly z.core.$ZodIssue[]): string =>
  (issues.find(({ code }) => code !== 'invalid_value') ?? issues[0])?.message ?? notValid;

const typeWords = (expected: string): string => {
  if (expected === 'number') return 'Please enter a number';
  if (expected === 'int') return 'Please enter a whole number';
  if (expected === 'string') return 'Please enter text';
  if (expected === 'boolean') return 'Must be true or false';
  if (expected === 'array') return 'Must be a list';
  return expected === 'object' || expected === 'record' ? 'Must be an object' : notValid;
};

type TooSmall = Pick<z.core.$ZodIssueTooSmall, 'origin' | 'minimum' | 'inclusive'>;

const tooSmall = ({ origin, minimum, inclusive }: TooSmall): string => {
  const isLength = origin === 'string' || origin === 'array' || origin === 'set';
  if (isLength && Number(minimum) === 1) return required;
  if (origin === 'string') return `At least ${count(minimum, 'character')}`;
  return `${inclusive === false ? 'More than' : 'At least'} ${minimum}`;
};

const count = (many: number | bigint, what: string): string => `${many} ${what}${Number(many) === 1 ? '' : 's'}`;

const oneOf = (values: readonly unknown[]): string =>
  values.length > namedAtMost ? 'Please choose a value from the list' : `Please choose one of: ${values.join(', ')}`;

const formatWords: Record<string, string> = {
  email: 'Please enter a valid e-mail address.',
  url: 'The URL field must be a valid URL',
  date: 'Please enter a date like 2026-11-21.',
  datetime: 'Please enter a time like 2026-11-21T18:00:00Z.',
  uuid: 'This is not an ID',
};
