/** What accounts tell: one was deleted, and everything of it is to be removed. */
export const accountDeleted = 'accounts.deleted';

/** The jobs of accounts. */
export const jobs = { purge: 'accounts.purge' } as const;
