import { createHash } from 'node:crypto';

/** The stored form of an invitation's secret. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
