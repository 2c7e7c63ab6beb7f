import { addressDigits, parseNetwork } from '#contract/rules/network.ts';

/** Returns a test whether an address is in one of these addresses and networks (`10.0.0.0/8`). */
export const inNetworks = (listed: readonly string[]): ((address: string) => boolean) => {
  const networks = listed.map(parseNetwork).filter((network) => network !== undefined);
  return (address) => {
    const digits = networks.length > 0 ? addressDigits(address.replace(/%.*$/, '')) : undefined;
    return digits !== undefined && networks.some(({ first, last }) => first <= digits && digits <= last);
  };
};
