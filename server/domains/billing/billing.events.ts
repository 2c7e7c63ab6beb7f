/** An account requests a plan; `by` is the user's name for display. */
export const planRequested = 'billing.planRequested';
