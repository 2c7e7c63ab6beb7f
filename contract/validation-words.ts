import type * as z from 'zod/mini';

/*
 * What a person reads of a value that is missing or wrong (spec §5), where a schema has no words of its own. The API
 * and the forms of the pages say the same.
 */

const required = 'This field is required';
const notValid = 'This value is not valid';

/** How many values of a list a message names. */
const namedAtMost = 12;

/** The words for each problem that zod finds. */
export const validationWords: z.core.$ZodErrorMap = (issue) => {
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
      return formatWords[issue.format] ?? 'This does not have the right form';
    case 'unrecognized_keys':
      return `There is no field named ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionWords(issue.errors.flat());
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return notValid;
  }
};

/** The words of the alternative that is no fixed value, such as an address where '' would do as well. */
const unionWords = (issues: readonly z.core.$ZodIssue[]): string =>
  (issues.find(({ code }) => code !== 'invalid_value') ?? issues[0])?.message ?? notValid;

const typeWords = (expected: string): string => {
  if (expected === 'number') return 'Please enter a number';
  if (expected === 'int') return 'Please enter a whole number';
  if (expected === 'string') return 'Please enter text';
  if (expected === 'boolean') return 'Please say true or false';
  if (expected === 'array') return 'Please give a list';
  return expected === 'object' || expected === 'record' ? 'Please give an object' : notValid;
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
  values.length > namedAtMost ? 'Please choose one of the list' : `Please choose one of: ${values.join(', ')}`;

const formatWords: Record<string, string> = {
  email: 'Please enter a valid e-mail address.',
  url: 'The URL field must be a valid URL',
  date: 'Dates look like 2026-11-21.',
  datetime: 'Times look like 2026-11-21T18:00:00Z.',
  uuid: 'This is not an id',
};
