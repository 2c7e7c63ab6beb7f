import { describe, expect, it } from 'vitest';
import { compileRules, openRules, type ListenerRules } from './listener-rules.ts';
import { addressDigits, parseNetwork } from './network.ts';

const countries: Record<string, string> = { '192.0.2.1': 'GR', '192.0.2.2': 'DE' };
const countryOf = (address: string): string => countries[address] ?? '';
const decide = (rules: Partial<ListenerRules>, address: string) =>
  compileRules({ ...openRules, ...rules })(address, countryOf);

describe('listener rules', () => {
  it('admit everyone that no rule mentions', () => {
    expect(decide({}, '192.0.2.1')).toEqual({ admitted: true, because: 'nothing' });
    expect(decide({ blocked_networks: ['198.51.100.0/24'] }, '192.0.2.1').admitted).toBe(true);
    expect(decide({ country_mode: 'except', countries: ['DE'] }, '192.0.2.9').admitted).toBe(true);
  });

  it('admit only the listed countries, or all but these', () => {
    const only = { country_mode: 'only', countries: ['GR'] } as const;
    expect(decide({ ...only, countries: ['GR'] }, '192.0.2.1')).toEqual({ admitted: true, because: 'country' });
    expect(decide({ ...only, countries: ['GR'] }, '192.0.2.2')).toEqual({ admitted: false, because: 'country' });
    expect(decide({ ...only, countries: ['GR'] }, '192.0.2.9').admitted).toBe(false);
    expect(decide({ country_mode: 'except', countries: ['GR'] }, '192.0.2.1').admitted).toBe(false);
  });

  it('prefer networks to countries, and the smaller of two networks', () => {
    const rules: Partial<ListenerRules> = {
      country_mode: 'except',
      countries: ['GR', 'DE'],
      allowed_networks: ['192.0.2.0/24', '10.1.2.3'],
      blocked_networks: ['192.0.2.2', '10.0.0.0/8', '2001:db8::/32'],
    };
    expect(decide(rules, '192.0.2.1')).toEqual({ admitted: true, because: 'network' });
    expect(decide(rules, '192.0.2.2')).toEqual({ admitted: false, because: 'network' });
    expect(decide(rules, '10.1.2.3').admitted).toBe(true);
    expect(decide(rules, '10.1.2.4').admitted).toBe(false);
    expect(decide(rules, '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff').admitted).toBe(false);
    expect(decide(rules, '2001:db9::').admitted).toBe(true);
  });

  it('recognise IPv4-mapped addresses, and block what is in both lists', () => {
    expect(decide({ blocked_networks: ['10.0.0.0/8'] }, '::ffff:10.1.1.1').admitted).toBe(false);
    expect(decide({ blocked_networks: ['10.0.0.0/8'], allowed_networks: ['10.0.0.0/8'] }, '10.1.1.1').admitted).toBe(
      false,
    );
  });

  it('can admit only the listed networks', () => {
    const rules = { only_allowed: true, allowed_networks: ['10.0.0.0/8', '::1'] };
    expect(decide(rules, '10.9.9.9').admitted).toBe(true);
    expect(decide(rules, '::1').admitted).toBe(true);
    expect(decide(rules, '192.0.2.1')).toEqual({ admitted: false, because: 'network' });
  });

  it('cover the first and last addresses', () => {
    const rules = { blocked_networks: ['0.0.0.0/0', 'ffff::/16', '::/16'], allowed_networks: ['255.255.255.255'] };
    expect(decide(rules, '255.255.255.255').admitted).toBe(true);
    expect(decide(rules, '255.255.255.254').admitted).toBe(false);
    expect(decide(rules, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff').admitted).toBe(false);
    expect(decide(rules, '::').admitted).toBe(false);
    expect(decide(rules, '1::').admitted).toBe(true);
  });

  it('agree with a linear scan of 2,000 networks, without scanning them', () => {
    let seed = 7;
    const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const network = (): string => {
      const [a, b, c] = [random(4), random(8), random(256)];
      return random(2) === 0 ? `${a}.${b}.${c}.0/${random(25)}` : `2001:${a}:${b}:${c}::/${random(65)}`;
    };
    const list = (): string[] => Array.from({ length: 1000 }, network);
    const rules = { ...openRules, allowed_networks: list(), blocked_networks: list() };
    const compiled = compileRules(rules);
    const addresses = Array.from({ length: 2000 }, () => {
      const [a, b, c] = [random(4), random(8), random(256)];
      return random(2) === 0 ? `${a}.${b}.${c}.${random(256)}` : `2001:${a}:${b}:${c}::${random(10)}`;
    });
    const all = [
      ...rules.allowed_networks.map((text) => ({ ...parseNetwork(text)!, admitted: true })),
      ...rules.blocked_networks.map((text) => ({ ...parseNetwork(text)!, admitted: false })),
    ];
    for (const address of addresses.slice(0, 500)) {
      const at = addressDigits(address)!;
      const smallest = all
        .filter(({ first, last }) => first <= at && at <= last)
        .reduce<(typeof all)[number] | undefined>(
          (best, one) => (best && best.bits > one.bits ? best : one),
          undefined,
        );
      expect(compiled(address, countryOf).admitted, address).toBe(smallest?.admitted ?? true);
    }
    // µs of processor time, and the best of several rounds: a busy machine slows down single ones.
    const rounds = Array.from({ length: 20 }, () => {
      const began = process.threadCpuUsage();
      for (const address of addresses) compiled(address, countryOf);
      return process.threadCpuUsage(began).user / addresses.length;
    });
    expect(Math.min(...rounds)).toBeLessThan(100);
  });
});
