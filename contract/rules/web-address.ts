import * as z from 'zod/mini';
import { text } from './listing.ts';

const label = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?`;
const domain = String.raw`(?:${label}\.)+${label}\.?`;
const ipv6 = String.raw`\[[\da-f:.]+\]`;
const credentials = String.raw`(?:[^\s/?#@]+@)?`;
const rest = String.raw`(?::\d{1,5})?(?:[/?#]\S*)?`;

/** Spec §5: protocol, port, path, query and fragment are optional; without a protocol the host must contain a dot. */
const shape = new RegExp(
  `^(?:(?:https?://${credentials}(?:${domain}|${label}|${ipv6})|${domain}|${ipv6})${rest})?$`,
  'iu',
);

/**
 * An http(s) URL or '', stored with its protocol: if it has none, `protocol` is prepended. `field` is the field's name
 * in the message (spec §5).
 */
export const webAddress = (field: string, protocol: 'http' | 'https' = 'https') => {
  const complete = (written: string): string =>
    written === '' || /^https?:\/\//i.test(written) ? written : `${protocol}://${written}`;
  const message = `The ${field} field must be a valid URL`;
  return text(2000).check(
    z.regex(shape, message),
    z.refine((written) => written === '' || URL.canParse(complete(written)), message),
    z.overwrite(complete),
  );
};
