import type { Brand } from '#contract/rules/brand.ts';
import type { Email } from '#server/kernel/kernel.ts';
import { htmlTable, plainTable } from './email-table.ts';
import { escape } from './escape.ts';
import { emailStyle } from './email-style.ts';

/** A rendered e-mail: the same text as plain text and as HTML in the brand's colours. */
export type RenderedEmail = { subject: string; text: string; html: string };

/** Renders an e-mail in the brand's layout; escapes all text and strips control and bidirectional characters. */
export const renderEmail = (email: Email, brand: Brand): RenderedEmail => ({
  subject: stripControls(oneLine(email.subject)),
  text: stripControls(plainText(email, brand)),
  html: stripControls(htmlText(email, brand)),
});

/** Removes control characters except tab and line end, and marks that change the text direction. */
const stripControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g, '');

const plainText = ({ paragraphs, action, tables, closing }: Email, brand: Brand): string =>
  [
    ...paragraphs,
    ...(tables ?? []).map(plainTable),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(closing ? [closing] : []),
    `— ${brand.name}`,
  ]
    .join('\n\n')
    .concat('\n');

const htmlText = ({ subject, paragraphs, tables, action, closing }: Email, brand: Brand): string => {
  const [, , , , , , , strong] = brand.theme.primary;
  const lines = paragraphs.map((text) => `<p style="margin:0 0 16px">${escape(text)}</p>`).join('');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escape(action.url)}" style="background:${strong};color:#ffffff;display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;text-decoration:none">${escape(action.label)}</a></p>
       <p class="faint" style="margin:0 0 16px;font-size:13px;color:#5b6472">If the button does not work, open this link:<br><a class="tint" href="${escape(action.url)}" style="color:${strong};word-break:break-all">${escape(action.url)}</a></p>`
    : '';
  const tablesHtml = (tables ?? []).map(htmlTable).join('');
  const end = closing
    ? `<p class="faint" style="margin:16px 0 0;font-size:13px;color:#5b6472;word-break:break-word">${escape(closing)}</p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title>
${emailStyle(brand)}</head>
<body class="page" style="margin:0;background:#f3f5f9;color:#1c2330;font:16px/1.5 -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f9"><tr><td class="around" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="tint" style="padding:0 8px 16px;font-size:18px;font-weight:700;color:${strong}">${escape(brand.name)}</td></tr>
<tr><td class="paper" style="background:#ffffff;border-radius:12px;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject)}</h1>
${lines}${tablesHtml}${button}${end}
</td></tr></table></td></tr></table></body></html>
`;
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
