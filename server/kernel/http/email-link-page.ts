import type { Brand } from '#contract/rules/brand.ts';

/**
 * A small page for the link of an e-mail: one sentence, and at most one button, which posts to the page's own URL or to
 * `action`.
 */
export const emailLinkPage = (
  { brand, nonce, title }: { brand: Brand; nonce: string; title: string },
  { text, button, action }: { text: string; button?: string; action?: string },
): string => {
  const [, , , , , , , strong] = brand.theme.primary;
  const to = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
  const form =
    button === undefined ? '' : `<form method="post"${to}><button type="submit">${escapeHtml(button)}</button></form>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} - ${escapeHtml(brand.name)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh }
main { max-width: 26rem; padding: 2rem }
p { font-size: 1.15rem; overflow-wrap: anywhere }
button { font: inherit; font-weight: 600; padding: .7rem 1.4rem; border: 0; border-radius: .5rem; background: ${strong}; color: #fff; cursor: pointer }
</style></head>
<body><main><strong>${escapeHtml(brand.name)}</strong><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>
`;
};

/** Escapes text for HTML, including quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
