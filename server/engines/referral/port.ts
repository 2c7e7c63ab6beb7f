/** The tracker's URL and API token from the portal settings. */
export type ReferralAccount = { url: string; token: string };

/**
 * A referral tracker (spec §7 "Referral tracking"): counts visitors and customers by referral code. Each call throws
 * unless the tracker accepted it, and may be repeated.
 */
export type ReferralEngine = {
  click(at: ReferralAccount, code: string): Promise<void>;
  customer(at: ReferralAccount, customer: { code: string; email: string; status: 'new' }): Promise<void>;
};
