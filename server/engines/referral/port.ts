/** Where the portal's administrators have it told, and the token they were given for it. */
export type ReferralAccount = { url: string; token: string };

/**
 * A referral tracker (spec §7 "Referral tracking"): counts who comes by a referral code. Each call throws where it was
 * not taken, and may be repeated.
 */
export type ReferralEngine = {
  click(at: ReferralAccount, code: string): Promise<void>;
  customer(at: ReferralAccount, customer: { code: string; email: string; status: 'new' }): Promise<void>;
};
