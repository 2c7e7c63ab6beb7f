import { WebAddress } from '#contract/listing.ts';

/** What is wrong with a URL that is to stand beside these, else undefined. */
export const urlProblem = (written: string, others: readonly string[]): string | undefined => {
  const url = written.trim();
  if (url === '') return 'This field is required';
  const parsed = WebAddress.safeParse(url);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'The field must be a valid URL';
  return others.includes(url) ? 'This URL is in the list already.' : undefined;
};
