import type { Chance } from './random.ts';
import type { Json, Schema } from './operations.ts';

/** What users and programs send by mistake or on purpose, in place of any value. */
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\ufeff',
  '\u202e\u2066evil',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(20),
  '\u200b',
  '\r\nset-cookie: a=b',
  'x'.repeat(300),
  'x'.repeat(20_000),
  "' or '1'='1",
  "'; drop table users; --",
  '\\',
  '%',
  '%_\\',
  '%00',
  '%zz',
  "a'||pg_sleep(0)||'",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://x.invalid","a")',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'C:\\con',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '1,2',
  'a,b;c|d',
  '(((((((((((((((((((((a+)+)+)+)+)+$',
  '*',
  '?',
  '.*',
];
const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-320,
  127,
  128,
  32_768,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
];
const numberTexts = [
  '1e99',
  '-1',
  '0x10',
  '٣',
  '1_000',
  '007',
  '99999999999999999999999',
  '1.5',
  'Infinity',
  '+1',
  ' 1',
];
const dates = [
  '0000-00-00',
  '0001-01-01',
  '1117-01-20',
  '1969-12-31',
  '1970-01-01',
  '2000-02-30',
  '2026-11-21',
  '2038-01-20',
  '2099-12-31',
  '2106-02-08',
  '2149-06-07',
  '9999-12-31',
  '+275760-09-13',
  '2026-11-21T10:00:00Z',
  '2026-11-21T25:61:61Z',
  '0399-08-30T14:58:05+23:18',
  '9999-12-31T23:59:59.999Z',
  '2026-11-21T10:00:00.123456789+13:59',
];
const urlsAndEmails = [
  'http://127.0.0.1/',
  'http://[::1]:5432/',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://a:b@x.invalid/',
  'http://x.invalid:99999/',
  '//x.invalid',
  'a@b',
  '"a b"@x.invalid',
  'a@x.invalid\r\nbcc: b@x.invalid',
];
const others: Json[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[[[[[[[]]]]]]]],
  { length: 1e9 },
  { toString: 1 },
  { $gt: '' },
  JSON.parse('{"then":true}') as Json,
  JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as Json,
];

/** A hostile text for a part of a URL. */
export const hostileText = (chance: Chance, schema: Schema): string => {
  if (chance.percent(25)) return nearSchema(chance, schema).toString();
  return chance.pick(
    [texts, texts, numberTexts, dates, urlsAndEmails, numbers.map(String)].map((pool) => chance.pick(pool)),
  );
};

/** A hostile value for a JSON body: of the schema's type at its bounds, or of any other type. */
export const hostileValue = (chance: Chance, schema: Schema): Json => {
  if (chance.percent(30)) return nearSchema(chance, schema);
  if (chance.percent(5)) return deep(chance.pick([50, 500, 3000]));
  if (chance.percent(3)) return Array.from({ length: 2000 }, () => chance.pick(texts).slice(0, 20));
  return chance.pick<Json>([
    chance.pick(texts),
    chance.pick(texts),
    chance.pick(numbers),
    chance.pick(numberTexts),
    chance.pick(dates),
    chance.pick(urlsAndEmails),
    chance.pick(others),
  ]);
};

const deep = (levels: number): Json => {
  let value: Json = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
};

/** A value at or just beyond a bound of the schema, or one of its enum values. */
const nearSchema = (chance: Chance, schema: Schema): string | number => {
  const bounds = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined);
  if (bounds.length > 0) return chance.pick(bounds) + chance.pick([-1, 0, 1, 0.5]);
  const lengths = [schema.minLength, schema.maxLength].filter((bound) => bound !== undefined && bound < 100_000);
  if (lengths.length > 0)
    return chance
      .pick(['x', 'é', '😀'])
      .repeat(Math.max(0, chance.pick(lengths as number[]) + chance.pick([-1, 0, 1])));
  const choices = (schema.enum ?? []).filter((one) => typeof one === 'string' || typeof one === 'number');
  if (choices.length > 0) return chance.pick(choices);
  if (schema.type === 'integer' || schema.type === 'number') return chance.pick(numbers);
  return chance.pick(texts);
};
