import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** An impression to be priced: of a campaign, on a station or podcast of an account, at a time in ms. */
export type HeardImpression = { campaign: CampaignKey; account: AccountKey; at: number };

/**
 * What an impression costs and earns, in micros. `payer` is the account of the campaign; '' and zeros if the campaign is not known. An
 * account that hears its own campaign pays and earns nothing: the price is then only the value of the impression.
 */
export type SpotPrice = {
  payer: AccountKey | '';
  price: number;
  /** The currency of `price`. */
  price_currency: string;
  payout: number;
  /** The currency of `payout`: the one of the account that earns it. */
  currency: string;
};

export const unknownPrice: SpotPrice = { payer: '', price: 0, price_currency: '', payout: 0, currency: '' };

/** The price of each impression when it was heard, in the same order; finance answers. */
export type PriceSpots = (db: Db | Tx, heard: readonly HeardImpression[]) => Promise<SpotPrice[]>;
