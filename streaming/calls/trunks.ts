import { networkInterfaces } from 'node:os';
import type { Telephony, Trunk } from '#contract/engine/engine-calls.ts';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';
import { createTrust, type Trust } from '#streaming/listen/client-address.ts';
import type { Peer } from './sip/peer.ts';

export type Trunks = {
  /** Whether messages from there are read at all. */
  isKnown(address: string): boolean;
  /** The trunks that a call may be of, those without a password last. */
  of(peer: Pick<Peer, 'address' | 'protocol'>): Trunk[];
  /** Whether the sound of a trunk's call may go there. */
  maySendTo(trunk: Trunk, address: string): boolean;
  /** Whether a caller's sound may come from there instead of the address in the description: it is one of the trunk's. */
  mayLatch(trunk: Trunk, address: string): boolean;
  /** The trunk of a cloud carrier with this ID. */
  cloud(id: string): Trunk | undefined;
  /** Whether cloud carriers need their port. */
  readonly hasCloud: boolean;
};

/** The sandbox: telephones on this machine, which may use any of its addresses. */
const sandboxTrunk = (): Trunk => ({
  ...{ id: 'sandbox', name: 'Sandbox', addresses: ['127.0.0.0/8', ...ownAddresses()], username: null, secret: null },
  ...{ kind: 'sip', public_key: null, public_url: null },
  ...{ transport: 'udp', srtp: 'optional', number_from: 'uri', media: 'same' },
});

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((of = []) =>
    of.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
  );

/** Addresses whose answer is remembered: scanners send thousands of messages a second. */
const mostRemembered = 1000;

/** Finds trunks by address; addresses that can't be read are reported and left out. */
export const createTrunks = ({ trunks, sandbox }: Telephony, failed: (error: unknown) => void): Trunks => {
  const sip = trunks.filter(({ kind }) => kind === 'sip');
  const cloud = new Map(trunks.filter(({ kind }) => kind !== 'sip').map((trunk) => [trunk.id, trunk]));
  const lines = (sandbox ? [sandboxTrunk()] : sip).map((trunk) => ({ trunk, has: networksOf(trunk, failed) }));
  const matching = (address: string) => lines.filter(({ has }) => has(address));
  const remembered = new Map<string, boolean>();
  return {
    isKnown(address) {
      const found = remembered.get(address);
      if (found !== undefined) return found;
      const isKnown = lines.some(({ has }) => has(address));
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(address, isKnown);
      return isKnown;
    },
    of: ({ address, protocol }) =>
      matching(address)
        .map(({ trunk }) => trunk)
        .filter(({ transport }) => transport !== 'tls' || protocol === 'tls')
        .toSorted((one, other) => Number(other.secret !== null) - Number(one.secret !== null)),
    maySendTo(trunk, address) {
      const isOwn = lines.some((line) => line.trunk === trunk && line.has(address));
      return isOwn || (trunk.media === 'any' && isPublicAddress(address));
    },
    mayLatch: (trunk, address) => lines.some((line) => line.trunk === trunk && line.has(address)),
    cloud: (id) => cloud.get(id),
    hasCloud: cloud.size > 0,
  };
};

const networksOf = ({ addresses, name }: Trunk, failed: (error: unknown) => void): Trust => {
  const readable = addresses.filter((address) => {
    try {
      createTrust([address], `Trunk ${name}`);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  });
  return createTrust(readable);
};
