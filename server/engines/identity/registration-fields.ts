import { isEmail, normaliseEmail } from './emails.ts';
import type { Problems } from './pages/fields.ts';
import type { RegisterValues } from './pages/register-screens.ts';
import { passwordProblem } from './password-rule.ts';

const longestName = 100;

/** The fields of a new person as they are stored. */
export const registrationValues = (fields: Record<string, string>): RegisterValues => ({
  email: normaliseEmail(fields.email ?? ''),
  first_name: (fields.first_name ?? '').trim(),
  last_name: (fields.last_name ?? '').trim(),
});

/** What is wrong with a new person's fields, by field; empty when nothing is. */
export const registrationProblems = async (
  { email, first_name, last_name }: RegisterValues,
  password: string,
  { brand, from }: { brand: string; from: string },
): Promise<Problems> => {
  const found: Record<string, string> = {};
  if (first_name === '') found.first_name = 'Please tell us your first name.';
  if (last_name === '') found.last_name = 'Please tell us your last name.';
  if (first_name.length > longestName) found.first_name = 'This name is too long.';
  if (last_name.length > longestName) found.last_name = 'This name is too long.';
  if (!isEmail(email)) found.email = 'This is not an e-mail address.';
  const problem = await passwordProblem(password, { email, first_name, last_name, brand }, from);
  if (problem !== undefined) found.password = problem;
  return found;
};
