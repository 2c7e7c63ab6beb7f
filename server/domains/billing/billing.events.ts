/** What billing tells: an account asks for a plan; `by` is the person in words. */
export const planRequested = 'billing.planRequested';
