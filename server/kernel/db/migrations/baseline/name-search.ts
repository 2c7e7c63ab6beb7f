const signs = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
const notInNames = [...signs].map((_, n) => String.fromCodePoint(0x80 + n)).join('');
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The search text of names (kernel/db/name-search.ts). If the cluster's ctype is C, trigrams only know ASCII letters
 * and digits, so other letters and signs are encoded in those (`ñ` as X303X261, a space as Q; nothing else has
 * capitals). That also makes comparisons bytewise, and phrases as selective as they are. After the name follow its
 * words, each behind a mark.
 */
export const nameSearch: readonly string[] = [
  'create extension if not exists pg_trgm',
  `create function search_letters(given text) returns text language sql immutable strict parallel safe as $$
    select translate(encode(convert_to(translate(lower(normalize(given)),
      ${quoted(`ς${signs}`)} || chr(1), ${quoted(`σ${notInNames}`)}), 'UTF8'), 'escape'), chr(92) || ' ', 'XQ') $$`,
  `create function search_text(name text) returns text language sql immutable strict parallel safe as $$
    select search_letters(name) || chr(1)
      || translate(search_letters(regexp_replace(normalize(name), '[^[:alnum:]]+', ' ', 'g')), 'Q', chr(1)) $$`,
  `create function search_pattern(search text) returns text language sql immutable strict parallel safe as $$
    select '%' || case when normalize(search) ~ '^[[:alnum:]]{1,2}$' then chr(1) else '' end
      || search_letters(search) || '%' $$`,
];
