import { limits } from '#contract/rules/limits.ts';
import { refuse } from '../http/refuse.ts';
import type { SignIn } from './bearer.ts';

/** Whether the user authenticated at the identity provider within the last five minutes (`auth_time`). */
export const isRecent = ({ at }: SignIn, now: Date): boolean =>
  at !== undefined && now.getTime() - at.getTime() <= (limits.recentSignInS + clockToleranceS) * 1000;

/** Refuses `session.stale` unless the user signed in within the last five minutes. */
export const checkRecent = (signIn: SignIn, now: Date): void => {
  if (!isRecent(signIn, now)) refuse('session.stale');
};

/** As for token times: another provider's clock may differ from ours. */
const clockToleranceS = 5;
