import sanitize from 'sanitize-html';

/**
 * Rich text as it may be kept and shown: headings, paragraphs, lists, quotes, code, emphasis and links out to the web
 * or a mailbox. Whatever else was in it is gone for good: cleaning its result again changes nothing.
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
    a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: isAddress(href) ? { href, ...safeLink } : safeLink }),
  },
};

/** Absolute and on the list; what a browser would read as something else than it says is none. */
const isAddress = (href: string): boolean => {
  const parsed = URL.parse(href);
  return parsed !== null && /^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(href) && parsed.username === '';
};
