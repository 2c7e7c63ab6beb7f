import { FailoverUrl } from '#contract/api/station.ts';

/** The problem with a new fail-over URL, or undefined; it must differ from `others`. */
export const urlProblem = (input: string, others: readonly string[]): string | undefined => {
  if (input.trim() === '') return 'This field is required';
  const parsed = FailoverUrl.safeParse(input);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  return others.includes(parsed.data) ? 'This URL is already in the list.' : undefined;
};
