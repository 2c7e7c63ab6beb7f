import * as z from 'zod/mini';

/** An International Standard Recording Code as it is stored: `USRC17607839`, without dashes; or ''. */
export const Isrc = z.string().check(
  z.overwrite((written) => plain(written)),
  z.regex(/^([A-Z]{2}[A-Z0-9]{3}\d{7})?$/, 'An ISRC looks like CC-XXX-YY-NNNNN.'),
);

/** The ISRC in a file's tags, if valid; '' otherwise. */
export const isrcOf = (written: string | undefined): string => {
  const code = plain(written ?? '');
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code) ? code : '';
};

const plain = (written: string): string =>
  written
    .trim()
    .replace(/^ISRC[\s:-]*(?=[A-Za-z]{2})/i, '')
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase();
