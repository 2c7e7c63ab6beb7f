import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressDigits, clientNetwork, parseNetwork, writeNetwork } from './network.ts';

const write = (text: string): string | undefined => {
  const network = parseNetwork(text);
  return network && writeNetwork(network);
};

describe('a network', () => {
  it('is parsed, and written without the bits after its prefix', () => {
    expect(write('192.0.2.7')).toBe('192.0.2.7');
    expect(write(' 10.1.2.3/8 ')).toBe('10.0.0.0/8');
    expect(write('192.0.2.7/32')).toBe('192.0.2.7');
    expect(write('0.0.0.0/0')).toBe('0.0.0.0/0');
    expect(write('2001:DB8:0:0::1/32')).toBe('2001:db8::/32');
    expect(write('2001:db8::1')).toBe('2001:db8::1');
    expect(write('::/0')).toBe('::/0');
    expect(write('::ffff:10.0.0.0/104')).toBe('10.0.0.0/8');
  });

  it('rejects anything else', () => {
    const wrong = [
      '',
      '10',
      '10.0.0',
      '10.0.0.256',
      '010.0.0.1',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      'a.b.c.d',
    ];
    wrong.push(':', '1::2::3', '2001:db8', 'g::1', '::1/129', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8', '10.0.0.0/-1');
    for (const text of wrong) expect(parseNetwork(text), text).toBeUndefined();
  });

  it('agrees with another implementation', () => {
    let seed = 7;
    const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let n = 0; n < 3000; n++) {
      const isV4 = n % 2 === 0;
      const bytes = Array.from({ length: isV4 ? 4 : 16 }, () => (random(3) === 0 ? 0 : random(256)));
      const text = ipaddr.fromByteArray(bytes).toString();
      const bits = random((isV4 ? 32 : 128) + 1);
      const network = parseNetwork(`${text}/${bits}`);
      const near = [...bytes];
      near[random(near.length)] = random(256);
      const other = ipaddr.fromByteArray(near);
      const wanted = addressDigits(other.toString()) ?? '';
      const holds = network !== undefined && network.first <= wanted && wanted <= network.last;
      expect(holds, `${text}/${bits} and ${other.toString()}`).toBe(
        other.match(ipaddr.parseCIDR(`${text}/${bits}`) as never),
      );
      expect(parseNetwork(writeNetwork(network!))).toEqual(network);
    }
  });
});

describe('the network that limits count as one client', () => {
  it('is an IPv4 address, however it is written', () => {
    expect(clientNetwork('192.0.2.7')).toBe('192.0.2.7');
    expect(clientNetwork('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(clientNetwork('::ffff:c000:207')).toBe('192.0.2.7');
  });

  it('is the /64 network of an IPv6 address, which belongs to one client', () => {
    const home = clientNetwork('2001:db8:1:2::1');
    expect(clientNetwork('2001:DB8:1:2:ffff:eeee:dddd:cccc')).toBe(home);
    expect(clientNetwork('fe80::1%eth0')).toBe(clientNetwork('fe80::2'));
    expect(clientNetwork('2001:db8:1:3::1')).not.toBe(home);
  });

  it("is unchanged if it isn't an address", () => {
    expect(clientNetwork('unknown')).toBe('unknown');
    expect(clientNetwork('a:b')).toBe('a:b');
  });
});
