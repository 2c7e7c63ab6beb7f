import { addressDigits, parseNetwork, writeNetwork, type Network } from './network.ts';

const networks = (...texts: string[]): Network[] => texts.flatMap((text) => parseNetwork(text) ?? []);

/**
 * IPv4 ranges that are not single hosts of the internet (IANA's special-purpose registry), and cloud metadata
 * addresses.
 */
const closedV4 = networks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Azure's wire server, which every machine there can reach; the ranges above include those of other clouds.
  '168.63.129.16',
);
const [everyV4] = networks('0.0.0.0/0');
const [nat64] = networks('64:ff9b::/96');
/** The only range of IPv6 internet hosts. */
const [globalV6] = networks('2000::/3');
/**
 * Exceptions within it: protocol ranges (Teredo, ORCHID, benchmarks), documentation, and 6to4, which embeds an IPv4
 * address.
 */
const closedV6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/**
 * Whether an address is a host on the public internet: not private, loopback, link-local, shared, reserved, multicast
 * or cloud metadata, nor an IPv6 address that embeds one of those. False for text that isn't an address, e.g. octal
 * IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  const found = addressDigits(address);
  if (found === undefined) return false;
  if (isIn(found, everyV4)) return !closedV4.some((network) => isIn(found, network));
  if (isIn(found, nat64)) return isPublicAddress(lastV4(found));
  return isIn(found, globalV6) && !closedV6.some((network) => isIn(found, network));
};

/**
 * Whether an address is one of these, or in one of these networks (10.0.0.0/8); an IPv4 address also matches in its
 * mapped form.
 */
export const isWithin = (address: string, within: readonly string[]): boolean => {
  const found = addressDigits(address);
  return found !== undefined && networks(...within).some((network) => isIn(found, network));
};

const isIn = (digits: string, network: Network | undefined): boolean =>
  network !== undefined && network.first <= digits && digits <= network.last;

/** The IPv4 address in the last 32 bits. */
const lastV4 = (digits: string): string => {
  const mapped = `00000000000000000000ffff${digits.slice(24)}`;
  return writeNetwork({ first: mapped, last: mapped, bits: 128 });
};
