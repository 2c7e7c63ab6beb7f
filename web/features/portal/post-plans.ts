import { planName } from '#contract/rules/plans.ts';
import type { Post } from '#contract/api/portal.ts';
import { brand } from '#brand/brand.ts';

type PostPlan = Post['rules']['plans']['values'][number];

/** The name of a plan in a post's rules; FREE means accounts that pay nothing (spec §3). */
export const nameOfPostPlan = (plan: PostPlan): string => (plan === 'FREE' ? 'Free and trial' : planName(plan, brand));
