import { describe, expect, it } from 'vitest';
import { AdsTxtText, lintAdsTxt } from './ads-txt.ts';

const said = (text: string) => lintAdsTxt(text).problems.map(({ line, level, message }) => [line, level, message]);

describe('an ads.txt', () => {
  it('has nothing wrong where it is written by the rules', () => {
    const text = `# our sellers
greenadexchange.com, 12345, DIRECT, d75815a79
silverssp.com,9675,reseller,f496211
blueadexchange.com\t, XF436 , DIRECT # a comment
orangeexchange.com, 45678, RESELLER; an extension

placeholder.example.com, placeholder, DIRECT, placeholder
subdomain=divisionone.example.com
OwnerDomain=example.com
MANAGERDOMAIN=manager.com, US
contact=adops@example.com
contact=+1 212 555 0100
inventorypartnerdomain=partner.com
xn--bcher-kva.example, 1, DIRECT`;
    expect(lintAdsTxt(`\uFEFF${text}`)).toEqual({ problems: [], sellers: 6 });
    expect(lintAdsTxt(text.replaceAll('\n', '\r\n'))).toEqual({ problems: [], sellers: 6 });
  });

  it('is empty where it says nothing', () => {
    expect(lintAdsTxt('')).toEqual({ problems: [], sellers: 0 });
    expect(lintAdsTxt('# only a word\n\n  ')).toEqual({ problems: [], sellers: 0 });
  });

  it.each([
    ['seller.com, 1', 'A record has a domain, an account id and DIRECT or RESELLER, with commas between.'],
    ['just words', 'A record has a domain, an account id and DIRECT or RESELLER, with commas between.'],
    ['http://seller.com, 1, DIRECT', '“http://seller.com” is not a domain.'],
    ['seller, 1, DIRECT', '“seller” is not a domain.'],
    ['-seller.com, 1, DIRECT', '“-seller.com” is not a domain.'],
    ['seller.com, , DIRECT', 'The account id is missing.'],
    ['seller.com, 1, BOTH', '“BOTH” must be DIRECT or RESELLER.'],
    ['seller.com, 1\u0001, DIRECT', 'The line has characters that cannot be seen.'],
    ['subdomain=not a domain', '“not a domain” is not a domain.'],
    ['contact=', 'CONTACT has no value.'],
    ['ownerdomain=a.com, b.com', 'OWNERDOMAIN takes one domain.'],
    ['managerdomain=a.com, Germany', '“Germany” is not the code of a country.'],
  ])('says what a crawler would not take: %s', (line, message) => {
    expect(said(`fine.com, 1, DIRECT\n${line}`)).toEqual([[2, 'error', message]]);
    expect(lintAdsTxt(line).sellers).toBe(0);
  });

  it.each([
    ['seller.com, 1, DIRECT,', 'The certification authority id is empty; leave the comma out.'],
    ['seller.com, 1, DIRECT, a b', 'A certification authority id has letters and digits only.'],
    ['seller.com, 1, DIRECT, f1, more', 'There are more than four fields; what follows is not read.'],
    ['color=red', 'COLOR is not a variable of ads.txt and is not read.'],
  ])('says what a crawler would wonder about: %s', (line, message) => {
    expect(said(line)).toEqual([[1, 'warning', message]]);
  });

  it('says what stands twice', () => {
    expect(said('a.com, 1, DIRECT\nA.COM,1,direct\nownerdomain=a.com\nownerdomain=b.com')).toEqual([
      [2, 'warning', 'The same record stands above.'],
      [4, 'warning', 'OWNERDOMAIN stands more than once; only one is read.'],
    ]);
  });

  it('cuts what it quotes short', () => {
    expect(said(`${'x'.repeat(5000)}, 1, DIRECT`)[0]?.[2]).toBe(`“${'x'.repeat(40)}…” is not a domain.`);
  });

  it('reads the longest there may be in no time', () => {
    const longest = `${'a.'.repeat(32_000)},1,DIRECT`.slice(0, 65_536);
    // The best of some rounds: a busy machine makes any one of them slow.
    const rounds = Array.from({ length: 5 }, () => {
      const started = performance.now();
      lintAdsTxt(longest);
      lintAdsTxt('a,'.repeat(32_768));
      lintAdsTxt('\n'.repeat(65_536));
      return performance.now() - started;
    });
    expect(Math.min(...rounds)).toBeLessThan(1000);
    expect(AdsTxtText.safeParse(`${longest}aa`.padEnd(65_537, 'a')).success).toBe(false);
  });
});
