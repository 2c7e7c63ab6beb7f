import sanitize from 'sanitize-html';

/**
 * Sanitises rich text for storing and showing: leaves headings, paragraphs, lists, quotes, code, emphasis and links to
 * websites and mailboxes, and removes everything else. Idempotent.
 */
export const cleanHtml = (html: string): string => sanitize(html, rules).trim();

const safeLink = { rel: 'noopener noreferrer nofollow', target: '_blank' };

const rules: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'h2', 'h3', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li'],
    ...['blockquote', 'code', 'pre', 'br', 'hr'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: isSafeUrl(href) ? { href, ...safeLink } : safeLink }),
  },
};

/** Absolute, of an allowed scheme, and free of what browsers parse differently. */
const isSafeUrl = (href: string): boolean => {
  const parsed = URL.parse(href);
  return parsed !== null && /^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(href) && parsed.username === '';
};
