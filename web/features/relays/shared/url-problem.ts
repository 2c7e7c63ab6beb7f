import { FailoverUrl } from '#contract/station.ts';

/** What is wrong with a URL that is to stand beside these, else undefined. */
export const urlProblem = (written: string, others: readonly string[]): string | undefined => {
  if (written.trim() === '') return 'This field is required';
  const parsed = FailoverUrl.safeParse(written);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  return others.includes(parsed.data) ? 'This URL is in the list already.' : undefined;
};
