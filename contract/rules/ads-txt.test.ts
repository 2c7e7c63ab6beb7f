import { describe, expect, it } from 'vitest';
import { AdsTxtText, lintAdsTxt } from './ads-txt.ts';

const found = (text: string) => lintAdsTxt(text).problems.map(({ line, level, message }) => [line, level, message]);

describe('an ads.txt', () => {
  it('has no problems if it follows the rules', () => {
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

  it('is empty without records', () => {
    expect(lintAdsTxt('')).toEqual({ problems: [], sellers: 0 });
    expect(lintAdsTxt('# only a word\n\n  ')).toEqual({ problems: [], sellers: 0 });
  });

  it.each([
    ['seller.com, 1', 'A record needs a domain, an account ID and DIRECT or RESELLER, separated by commas.'],
    ['just words', 'A record needs a domain, an account ID and DIRECT or RESELLER, separated by commas.'],
    ['http://seller.com, 1, DIRECT', '“http://seller.com” is not a domain.'],
    ['seller, 1, DIRECT', '“seller” is not a domain.'],
    ['-seller.com, 1, DIRECT', '“-seller.com” is not a domain.'],
    ['seller.com, , DIRECT', 'The account ID is missing.'],
    ['seller.com, 1, BOTH', '“BOTH” must be DIRECT or RESELLER.'],
    ['seller.com, 1\u0001, DIRECT', 'The line contains invisible characters.'],
    ['subdomain=not a domain', '“not a domain” is not a domain.'],
    ['contact=', 'CONTACT has no value.'],
    ['ownerdomain=a.com, b.com', 'OWNERDOMAIN takes one domain.'],
    ['managerdomain=a.com, Germany', '“Germany” is not a country code.'],
  ])('reports errors that make crawlers reject a line: %s', (line, message) => {
    expect(found(`fine.com, 1, DIRECT\n${line}`)).toEqual([[2, 'error', message]]);
    expect(lintAdsTxt(line).sellers).toBe(0);
  });

  it.each([
    ['seller.com, 1, DIRECT,', 'The certification authority ID is empty. Remove the trailing comma.'],
    ['seller.com, 1, DIRECT, a b', 'A certification authority ID may only contain letters and digits.'],
    ['seller.com, 1, DIRECT, f1, more', 'There are more than four fields. Crawlers ignore the rest.'],
    ['color=red', 'COLOR is not an ads.txt variable. Crawlers ignore it.'],
  ])('warns about lines that crawlers partly ignore: %s', (line, message) => {
    expect(found(line)).toEqual([[1, 'warning', message]]);
  });

  it('warns about duplicates', () => {
    expect(found('a.com, 1, DIRECT\nA.COM,1,direct\nownerdomain=a.com\nownerdomain=b.com')).toEqual([
      [2, 'warning', 'This record is a duplicate of one above.'],
      [4, 'warning', 'OWNERDOMAIN appears more than once. Crawlers read only one.'],
    ]);
  });

  it('shortens quoted text', () => {
    expect(found(`${'x'.repeat(5000)}, 1, DIRECT`)[0]?.[2]).toBe(`“${'x'.repeat(40)}…” is not a domain.`);
  });

  it('checks a file of the maximum size quickly', () => {
    const longest = `${'a.'.repeat(32_000)},1,DIRECT`.slice(0, 65_536);
    // The best of several rounds, as a busy machine slows down single ones.
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
