import { createHash } from 'node:crypto';

/** What is kept of an invitation's secret. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
