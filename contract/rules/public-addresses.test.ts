import { describe, expect, it } from 'vitest';
import { isPublicAddress, isWithin } from './public-addresses.ts';
import { closedAddresses, publicAddresses } from '../testing/address-corpus.ts';

describe('an address', () => {
  it.each(publicAddresses)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each(closedAddresses)('%s is not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  it('is in a network also in its mapped form, and never if it is not an address', () => {
    expect(isWithin('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true);
    expect(isWithin('10.1.2.3', ['fd00::/8', '10.1.2.4'])).toBe(false);
    expect(isWithin('localhost', ['0.0.0.0/0', '::/0'])).toBe(false);
  });
});
