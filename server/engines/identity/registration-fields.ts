import { isEmail, normaliseEmail } from './emails.ts';
import type { Problems } from './pages/fields.ts';
import type { RegisterValues } from './pages/register-screens.ts';
import { passwordProblem } from './password-rule.ts';

const maxNameLength = 100;

/** The normalised fields of a new person. */
export const registrationValues = (fields: Record<string, string>): RegisterValues => ({
  email: normaliseEmail(fields.email ?? ''),
  first_name: (fields.first_name ?? '').trim(),
  last_name: (fields.last_name ?? '').trim(),
});

/** Problems of a new person's fields, by field; empty if there are none. */
export const registrationProblems = async (
  { email, first_name, last_name }: RegisterValues,
  password: string,
  { brand, from }: { brand: string; from: string },
): Promise<Problems> => {
  const problems: Record<string, string> = {};
  if (first_name === '') problems.first_name = 'Please enter your first name.';
  if (last_name === '') problems.last_name = 'Please enter your last name.';
  if (first_name.length > maxNameLength) problems.first_name = 'This name is too long.';
  if (last_name.length > maxNameLength) problems.last_name = 'This name is too long.';
  if (!isEmail(email)) problems.email = 'This is not an e-mail address.';
  const problem = await passwordProblem(password, { email, first_name, last_name, brand }, from);
  if (problem !== undefined) problems.password = problem;
  return problems;
};
