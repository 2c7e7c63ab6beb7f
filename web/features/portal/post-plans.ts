import { planName } from '#contract/plans.ts';
import type { Post } from '#contract/portal.ts';
import { brand } from '#brand/brand.ts';

type PostPlan = Post['rules']['plans']['values'][number];

/** What a plan of a post's rule is called: FREE are accounts that pay nothing (spec §3). */
export const nameOfPostPlan = (plan: PostPlan): string => (plan === 'FREE' ? 'Free and trial' : planName(plan, brand));
