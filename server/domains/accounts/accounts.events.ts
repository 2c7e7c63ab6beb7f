/** An account was deleted, and its data must be purged. */
export const accountDeleted = 'accounts.deleted';

/** The jobs of accounts. */
export const jobs = { purge: 'accounts.purge' } as const;
